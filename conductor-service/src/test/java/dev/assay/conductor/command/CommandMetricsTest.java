package dev.assay.conductor.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.message.Command;
import dev.assay.registration.ConductorConfig;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CommandMetricsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        Command.VERIFY_NODE,
        Command.START_INSPECTION,
        Command.PROCESS_CALLBACK,
        Command.ABORT_INSPECTION,
        Command.POWER_OFF_AFTER,
        Command.CLEAN_NODE,
        Command.CHANGE_POWER,
        Command.CALL_API
      })
  void the_time_of_each_command_has_a_series_before_the_first_one_was_received(String command) {
    var metrics = new SimpleMeterRegistry();
    var config =
        new SmallRyeConfigBuilder()
            .withMapping(ConductorConfig.class)
            .withConverter(Duration.class, 200, new DurationConverter())
            .build()
            .getConfigMapping(ConductorConfig.class);
    new CommandMetrics(metrics, config);

    assertThat(metrics.find("assay.command").tag("command", command).timers())
        .singleElement()
        .returns(0L, Timer::count);
  }
}
