package dev.assay.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LoopsTest {
  private final Loops loops = new Loops();

  @Test
  void a_process_is_alive_while_every_loop_takes_its_turns() {
    loops.add("a", Duration.ofHours(1)).turn();
    loops.add("b", Duration.ofHours(1)).survive(new StackOverflowError());

    assertThat(alive()).isTrue();
  }

  @Test
  void it_is_not_when_one_of_them_is_silent_for_too_long() {
    loops.add("a", Duration.ofHours(1));
    loops.add("dead", Duration.ofNanos(-1));

    assertThat(alive()).isFalse();
  }

  @Test
  void a_loop_that_ended_on_purpose_is_not_missed() {
    loops.add("dead", Duration.ofNanos(-1)).end();

    assertThat(alive()).isTrue();
  }

  @Test
  void the_last_words_name_the_loop_and_the_error() {
    assertThat(loops.add("heartbeat", Duration.ZERO).lastWords(new OutOfMemoryError("Java heap")))
        .contains("heartbeat", "java.lang.OutOfMemoryError: Java heap");
  }

  private boolean alive() {
    return loops.running().stream().allMatch(Loop::isAlive);
  }
}
