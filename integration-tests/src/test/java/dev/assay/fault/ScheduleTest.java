package dev.assay.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.fault.Schedule.Targets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ScheduleTest {
  private static final Duration LENGTH = Duration.ofMinutes(10);

  private static List<Fault> faults(long seed) {
    return Schedule.of(seed, new Targets(2, 3, 2), LENGTH);
  }

  @Test
  void the_same_seed_gives_the_same_faults_and_another_one_others() {
    assertThat(faults(1)).isEqualTo(faults(1)).isNotEqualTo(faults(2));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void ten_minutes_have_every_kind_of_fault_and_all_are_over_at_the_end(long seed) {
    assertThat(faults(seed))
        .hasSizeGreaterThan(100)
        .allMatch(it -> it.end().compareTo(LENGTH) <= 0)
        .extracting(Fault::kind)
        .containsOnly(
            EnumSet.complementOf(EnumSet.of(Fault.Kind.UPGRADE)).toArray(Fault.Kind[]::new));
  }

  @Test
  void an_upgrade_takes_one_service_after_the_other_conductors_first() {
    assertThat(Schedule.upgrade(new Targets(2, 3, 1), Duration.ofSeconds(70)))
        .extracting(Fault::target)
        .containsExactly("conductor-1", "conductor-2", "conductor-3", "api-1", "api-2", "filter-1");
    assertThat(Schedule.upgrade(new Targets(2, 3, 1), Duration.ofSeconds(70)))
        .extracting(it -> it.at().toSeconds())
        .containsExactly(10L, 20L, 30L, 40L, 50L, 60L);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void no_target_fails_twice_at_a_time_and_few_fail_together(long seed) {
    var before = new ArrayList<Fault>();
    for (var fault : faults(seed)) {
      var now = before.stream().filter(it -> it.end().compareTo(fault.at()) > 0).toList();
      assertThat(now).hasSizeLessThan(3).noneMatch(it -> it.target().equals(fault.target()));
      before.add(fault);
    }
  }
}
