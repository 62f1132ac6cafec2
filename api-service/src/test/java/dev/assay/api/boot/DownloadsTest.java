package dev.assay.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.error.AssayException;
import dev.assay.testing.CapturedLog;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Who gets a place for an image when all, here four, are taken. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DownloadsTest {
  private static final int PLACES = 4;

  private final AtomicLong time = new AtomicLong(-5);
  private final Downloads downloads = new Downloads(PLACES, time::get);
  private final List<String> cut = new ArrayList<>();

  @Test
  void one_source_cannot_hold_all_places() throws IOException {
    for (int i = 0; i < PLACES; i++) {
      begin("a" + i, "192.0.2.1");
    }
    try (var log = CapturedLog.ofAll()) {
      begin("b0", "192.0.2.2");
      assertThat(log.lines())
          .containsOnlyOnce(
              "All 4 places for sending images were taken; the connection of a client at 192.0.2.1,"
                  + " which had read nothing for 4 s, is closed for one of another.");
    }
    begin("b1", "192.0.2.2");

    assertThat(cut).containsExactly("a0", "a1");
    assertRefused("192.0.2.2");
    assertRefused("192.0.2.1");
  }

  @Test
  void the_one_of_that_source_is_cut_off_that_has_read_nothing_for_the_longest_time()
      throws IOException {
    var read = begin("a0", "192.0.2.1");
    begin("a1", "192.0.2.1");
    begin("a2", "192.0.2.1");
    begin("b0", "192.0.2.2");
    read.read(new byte[3]);
    begin("c0", "192.0.2.3");
    read.close();

    assertThat(cut).containsExactly("a1");
    begin("c1", "192.0.2.3");
    assertThat(cut).as("a place was free").containsExactly("a1");
  }

  @Test
  void sources_with_as_many_places_lose_only_who_has_read_nothing_for_30_seconds()
      throws IOException {
    begin("a0", "192.0.2.1");
    for (int i = 1; i < PLACES; i++) {
      begin("b" + i, "192.0.2." + (i + 1));
    }
    pass(Duration.ofSeconds(30).minus(Duration.ofSeconds(PLACES)));
    assertRefused("192.0.2.1");
    assertRefused("192.0.2.9");
    pass(Duration.ofNanos(1));
    begin("c0", "192.0.2.9");

    assertThat(cut).containsExactly("a0");
  }

  @Test
  void a_client_that_was_cut_off_gives_no_second_place_when_its_request_ends() throws IOException {
    var first = begin("a0", "192.0.2.1");
    for (int i = 1; i < PLACES; i++) {
      begin("a" + i, "192.0.2.1");
    }
    begin("b0", "192.0.2.2");
    assertThat(cut).containsExactly("a0");
    first.close();

    assertRefused("192.0.2.1");
  }

  private void assertRefused(String source) {
    var closed = new ArrayList<String>();
    var content =
        new ByteArrayInputStream(new byte[8]) {
          @Override
          public void close() {
            closed.add(source);
          }
        };
    var before = List.copyOf(cut);
    assertThatThrownBy(
            () -> downloads.counted(content, new Downloads.Client(source, () -> cut.add("new"))))
        .isInstanceOf(AssayException.class)
        .hasMessage("Too many images are being sent; try again later.");
    assertThat(closed).containsExactly(source);
    assertThat(cut).isEqualTo(before);
  }

  /** Each begins a second after the one before. */
  private InputStream begin(String name, String source) throws IOException {
    var content =
        downloads.counted(
            new ByteArrayInputStream(new byte[8]),
            new Downloads.Client(source, () -> cut.add(name)));
    pass(Duration.ofSeconds(1));
    return content;
  }

  private void pass(Duration some) {
    time.addAndGet(some.toNanos());
  }
}
