package dev.assay.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.client.Journey.Chapter;
import dev.assay.scenario.SharedStack;
import dev.assay.stack.Stack;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the commands of {@code client/journey.txt} at the API versions that clients request.
 *
 * <p>All journeys run concurrently before anything is judged, because the client takes ten seconds
 * before it reports a conflict.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClientJourneyIT {
  private static final Stack STACK = SharedStack.emptied();

  private static final Journey JOURNEY = Journey.read("/client/journey.txt");
  private static final List<Traveller> TRAVELLERS =
      JourneyVersion.ALL.stream().map(Traveller::at).toList();

  @BeforeAll
  static void travel() throws InterruptedException, ExecutionException {
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var journeys = executor.invokeAll(TRAVELLERS.stream().map(ClientJourneyIT::journey).toList());
      for (var journey : journeys) {
        journey.get();
      }
    }
  }

  private static Callable<Void> journey(Traveller traveller) {
    return () -> {
      try (var client = LoadedClient.withoutAuthentication(STACK.api().address())) {
        traveller.travel(JOURNEY, client);
        return null;
      }
    };
  }

  @TestFactory
  Stream<DynamicContainer> every_command_does_what_its_version_allows() {
    return TRAVELLERS.stream()
        .map(
            traveller ->
                DynamicContainer.dynamicContainer(
                    traveller.version().label(),
                    JOURNEY.chapters().stream().map(chapter -> judge(traveller, chapter))));
  }

  private static DynamicContainer judge(Traveller traveller, Chapter chapter) {
    return DynamicContainer.dynamicContainer(
        chapter.title(),
        chapter.steps().stream()
            .map(
                step ->
                    DynamicTest.dynamicTest(
                        "%s: line %d: %s"
                            .formatted(traveller.version().label(), step.line(), step.command()),
                        () -> traveller.judge(step))));
  }

  @Test
  void the_journey_is_long() {
    var commands = JOURNEY.chapters().stream().flatMap(chapter -> chapter.steps().stream());
    assertThat(commands.map(Journey.Step::command).distinct()).hasSizeGreaterThanOrEqualTo(60);
  }
}
