package dev.assay.client;

import static org.awaitility.Awaitility.await;

import dev.assay.client.Expectation.Eventually;
import dev.assay.client.Journey.Step;
import dev.assay.client.OpenStackCommand.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.core.ConditionTimeoutException;

/** Runs the journey at one version, continues after failures, and records them. */
final class Traveller {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final JourneyVersion version;
  private final Placeholders placeholders;
  private final Map<Step, Optional<Throwable>> findings = new HashMap<>();

  private Traveller(JourneyVersion version, Placeholders placeholders) {
    this.version = version;
    this.placeholders = placeholders;
  }

  /**
   * A traveller that has not started yet, for one of {@link JourneyVersion#ALL}; the index in that
   * list is the number of the journey.
   */
  static Traveller at(JourneyVersion version) {
    return new Traveller(version, new Placeholders(JourneyVersion.ALL.indexOf(version)));
  }

  JourneyVersion version() {
    return version;
  }

  void travel(Journey journey, LoadedClient client) {
    for (var chapter : journey.chapters()) {
      for (var step : chapter.steps()) {
        findings.put(step, finding(step, client));
      }
    }
  }

  /** Throws the failure of the command, and fails if the journey did not reach it. */
  void judge(Step step) throws Throwable {
    var finding = findings.get(step);
    if (finding == null) {
      throw new AssertionError("the journey ended before: " + step.command());
    }
    if (finding.isPresent()) {
      throw finding.get();
    }
  }

  private Optional<Throwable> finding(Step step, LoadedClient client) {
    try {
      take(step, client);
      return Optional.empty();
    } catch (AssertionError | ConditionTimeoutException e) {
      return Optional.of(e);
    }
  }

  private void take(Step step, LoadedClient client) {
    var check = new StepCheck(step, version, placeholders);
    if (step.at(version).contains(new Eventually())) {
      await()
          .atMost(LIMIT)
          .pollDelay(Duration.ZERO)
          .untilAsserted(() -> check.accept(run(step, client)));
    } else {
      check.accept(run(step, client));
    }
  }

  private Outcome run(Step step, LoadedClient client) {
    return client.run(version.command(arguments(step)));
  }

  private List<String> arguments(Step step) {
    var arguments = new ArrayList<>(placeholders.arguments(step.command()));
    if (StepCheck.readsWhatIsPrinted(step)) {
      arguments.addAll(List.of("-f", "json"));
    }
    return arguments;
  }
}
