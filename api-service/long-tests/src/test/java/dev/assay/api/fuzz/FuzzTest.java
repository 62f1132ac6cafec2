package dev.assay.api.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import dev.assay.api.error.AllowedMethods;
import dev.assay.api.testing.Answers;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.OptionalFeatures;
import dev.assay.api.testing.ScriptedConductor;
import dev.assay.api.testing.Site;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.message.ConductorReply.BootsFrom;
import dev.assay.message.ConductorReply.Done;
import dev.assay.message.ConductorReply.Examined;
import dev.assay.message.ConductorReply.FirmwareVersions;
import dev.assay.message.ConductorRequest;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Whatever is sent to whichever endpoint: no failure of the service, nothing of its insides in an
 * answer, nothing changed by what is refused, and the service goes on.
 *
 * <p>{@code -Dassay.fuzz.seed}, {@code -Dassay.fuzz.requests} and {@code -Dassay.fuzz.first} choose
 * other requests, more of them, and the number of the first. Endpoints that were never used with
 * success, or never refused, get more requests until they were.
 */
@QuarkusTest
@TestProfile(OptionalFeatures.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class FuzzTest {
  private static final long SEED = Long.getLong("assay.fuzz.seed", 20_260_801);
  private static final int REQUESTS = Integer.getInteger("assay.fuzz.requests", 8_000);
  private static final long FIRST = Long.getLong("assay.fuzz.first", 0);
  private static final int WORKERS = 4;

  /** After so many, nearly all endpoints were used with success and refused. */
  private static final int ENOUGH = 8_000;

  /** At most so many further requests are for each endpoint that was not. */
  private static final int TURNS = 300;

  /** After so many turns the stock is as it was. */
  private static final int TURNS_BETWEEN_RESTORES = 20;

  private static final String AGAIN =
      "again with -Dassay.fuzz.seed=%d -Dassay.fuzz.requests=1 -Dassay.fuzz.first=<its number>"
          .formatted(SEED);

  /** After so many the stock is as it was. */
  private static final int BATCH = 1_000;

  private static final Pattern URI_TAG = Pattern.compile("http_server_requests.*uri=\"([^\"]*)\"");

  /** How the metrics call what has no path of its own. */
  private static final Set<String> NO_PATH = Set.of("root", "NOT_FOUND", "REDIRECTION", "UNKNOWN");

  @Inject Stock stock;
  @Inject Site site;
  @Inject ScriptedConductor conductor;
  @Inject AllowedMethods methods;

  @BeforeEach
  void open() {
    stock.restore();
    conductor.answersAs(
        request ->
            switch (request) {
              case ConductorRequest.GetBootDevice _ ->
                  new BootsFrom(new BootChoice(BootDevice.PXE, true));
              case ConductorRequest.GetFirmware _ -> new FirmwareVersions(Map.of("bios", "1.2"));
              case ConductorRequest.ExamineBmc _ -> new Examined(List.of(), List.of());
              case ConductorRequest.SetBootDevice _,
                  ConductorRequest.SetBootMode _,
                  ConductorRequest.SetSecureBoot _,
                  ConductorRequest.InsertCd _,
                  ConductorRequest.EjectCd _ ->
                  new Done();
            });
  }

  @AfterEach
  void leave() {
    conductor.leave();
    stock.clear();
  }

  @Test
  void random_requests_are_answered_and_leave_the_service_healthy() throws Exception {
    var endpoints = Endpoints.of(methods);
    var grammar = new RequestGrammar(SEED, endpoints, parameters(endpoints));
    var findings = new Findings(stock);
    try (var errors = LoggedErrors.watch()) {
      for (var first = FIRST; first < FIRST + REQUESTS; first += BATCH) {
        stock.restore();
        send(grammar, first, Math.min(first + BATCH, FIRST + REQUESTS), findings);
      }
      if (REQUESTS >= ENOUGH) {
        reachTheOthers(endpoints, grammar, findings);
      }
      assertSoftly(
          all -> {
            all.assertThat(findings.faults()).as(AGAIN).isEmpty();
            all.assertThat(errors.seen()).as("logged").isEmpty();
            if (REQUESTS >= ENOUGH) {
              var counts = findings.summary();
              all.assertThat(findings.neverTaken(known(endpoints))).as("%s", counts).isEmpty();
              all.assertThat(findings.neverRefused(withoutClassic(endpoints)))
                  .as("%s", counts)
                  .isEmpty();
            }
          });
    }
    theServiceWorks();
    theMetricsAreOf(endpoints);
  }

  /** Sends the next requests of the endpoints that were not used with success, or not refused. */
  private void reachTheOthers(List<Endpoint> endpoints, RequestGrammar grammar, Findings findings)
      throws IOException {
    var size = endpoints.size();
    var next = (FIRST + REQUESTS) / size + 1;
    try (var connection = new Connection(RestAssured.port)) {
      for (var turn = 0; turn < TURNS; turn++) {
        var others = new LinkedHashSet<>(findings.neverTaken(known(endpoints)));
        others.addAll(findings.neverRefused(withoutClassic(endpoints)));
        if (others.isEmpty()) {
          return;
        }
        if (turn % TURNS_BETWEEN_RESTORES == 0) {
          stock.restore();
        }
        for (var endpoint : others) {
          var number = (next + turn) * size + endpoints.indexOf(endpoint);
          findings.judge(grammar.request(number), connection);
        }
      }
    }
  }

  private static void send(RequestGrammar grammar, long first, long end, Findings findings)
      throws InterruptedException, ExecutionException {
    try (var workers = Executors.newFixedThreadPool(WORKERS)) {
      List<Future<?>> running =
          IntStream.range(0, WORKERS)
              .<Future<?>>mapToObj(
                  worker ->
                      workers.submit(
                          () -> {
                            try (var connection = new Connection(RestAssured.port)) {
                              for (var n = first + worker; n < end; n += WORKERS) {
                                findings.judge(grammar.request(n), connection);
                              }
                            }
                            return null;
                          }))
              .toList();
      for (var worker : running) {
        worker.get();
      }
    }
  }

  private static Map<Endpoint, List<String>> parameters(List<Endpoint> endpoints)
      throws IOException {
    try (var connection = new Connection(RestAssured.port)) {
      return Endpoints.parameters(endpoints, connection);
    }
  }

  private void theServiceWorks() {
    site.api().get("/q/health").then().statusCode(200);
    var node = site.node();
    assertThat(Answers.ok(site.api().get("/v1/nodes"), 200).toString()).contains(node);
    Answers.ok(site.api().get("/v1/nodes/" + node), 200);
    site.api().delete("/v1/nodes/" + node).then().statusCode(204);
    site.api().get("/v1/nodes/" + node).then().statusCode(404);
  }

  /** What is asked for must not become a name: names cost memory, and only so many are kept. */
  private void theMetricsAreOf(List<Endpoint> endpoints) {
    var pages = site.api().accept("*/*").get("/q/metrics").asString();
    assertThat(URI_TAG.matcher(pages).results().map(tag -> tag.group(1)))
        .isNotEmpty()
        .allMatch(
            uri ->
                NO_PATH.contains(uri)
                    || endpoints.stream().anyMatch(endpoint -> endpoint.path().equals(uri)));
  }

  /** The grammar knows neither documents nor versions of the classic API. */
  private static List<Endpoint> withoutClassic(List<Endpoint> endpoints) {
    return endpoints.stream()
        .filter(endpoint -> !endpoint.path().startsWith("/inspector"))
        .toList();
  }

  /** The grammar knows no inspection that a machine boots for: BootTest does. */
  private static List<Endpoint> known(List<Endpoint> endpoints) {
    return withoutClassic(endpoints).stream()
        .filter(endpoint -> !endpoint.path().startsWith("/v1/boot/{inspection}/"))
        .toList();
  }
}
