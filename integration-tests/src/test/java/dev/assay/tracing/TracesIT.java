package dev.assay.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.scenario.Enrolment;
import dev.assay.scenario.SpareMachines;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Traces through all services. Source: docs/monitoring.md, docs/decisions/0058. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TracesIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String API = "assay-api";
  private static final String CONDUCTOR = "assay-conductor";
  private static final String CLIENT_SPAN = "b7ad6b7169203331";
  private static final String ORDER = "PUT /v1/nodes/{node}/states/provision";

  @AutoClose static final TestCollector COLLECTOR = TestCollector.start();

  @AutoClose
  static final Stack STACK =
      Stack.named("traces")
          .set("assay.tracing.endpoint", COLLECTOR.endpoint())
          .set("assay.log.json", true)
          .set("assay.inspector.require-managed-boot", false)
          .start();

  @AutoClose
  static final Rack RACK =
      Rack.of(
              RackPlan.to(STACK.callbackUrl())
                  .kinds(HardwareKind.ONE_U_TWO_SOCKET)
                  .machines(3)
                  .seed(58)
                  .bootTime(Duration.ofSeconds(1))
                  .powerDelay(Duration.ofMillis(20))
                  .timeScale(0.02)
                  .build())
          .start();

  private static final SpareMachines SPARE = new SpareMachines(RACK);

  private final ApiClient api = STACK.api();

  @Test
  void an_inspection_is_one_trace_from_the_request_to_the_hooks() throws IOException {
    var trace = "0af7651916cd43dd8448eb211c803101";
    var machine = SPARE.take();
    var node = outOfBand(machine);

    order(node, "00-%s-%s-01".formatted(trace, CLIENT_SPAN));
    api.awaitState(node, "manageable");
    await("the command is received")
        .atMost(LIMIT)
        .until(() -> has(trace, named("process start-inspection")));
    await("the last transaction of the API is received")
        .atMost(LIMIT)
        .until(() -> has(trace, named(ORDER)));

    var spans = COLLECTOR.trace(trace);
    var ids = new HashSet<>(spans.stream().map(ReceivedSpan::id).toList());
    ids.add(CLIENT_SPAN);
    assertThat(spans).as("each has its parent").allMatch(span -> ids.contains(span.parent()));
    assertThat(spans).extracting(ReceivedSpan::service).contains(API, CONDUCTOR);
    assertThat(spans)
        .anyMatch(named(ORDER))
        .anyMatch(named("send assay.conductor//redfish/start").and(of(API)))
        .anyMatch(named("process start-inspection").and(of(CONDUCTOR)))
        .anyMatch(named("transaction postgresql").and(of(API)))
        .anyMatch(named("transaction postgresql").and(of(CONDUCTOR)))
        .anyMatch(named("bmc inventory"))
        .anyMatch(named("hook process ports"))
        .anyMatch(
            named("GET")
                .and(
                    span ->
                        "127.0.0.1".equals(span.attributes().get("server.address"))
                            && span.attributes()
                                .getOrDefault("url.path", "")
                                .startsWith("/redfish/v1")));
    assertThat(spans.stream().filter(named(ORDER)).toList())
        .singleElement()
        .satisfies(
            span -> {
              assertThat(span.parent()).isEqualTo(CLIENT_SPAN);
              assertThat(span.attributes())
                  .containsEntry("http.request.method", "PUT")
                  .containsEntry("http.response.status_code", "202");
            });
    assertThat(COLLECTOR.spans().toString()).doesNotContain(machine.password());
    assertThat(loggedWith(STACK.apis().getFirst(), trace)).isNotEmpty();
  }

  @Test
  void the_callback_of_a_ramdisk_is_a_trace_that_points_to_that_of_the_order() {
    var trace = "0af7651916cd43dd8448eb211c803102";
    var node = Enrolment.enrolAndManage(api, SPARE.take());

    order(node, "00-%s-%s-01".formatted(trace, CLIENT_SPAN));
    api.awaitState(node, "manageable");

    await("the callback is received")
        .atMost(LIMIT)
        .until(() -> COLLECTOR.spans().stream().anyMatch(span -> span.links().contains(trace)));
    var callback =
        COLLECTOR.spans().stream().filter(span -> span.links().contains(trace)).findFirst().get();
    assertThat(callback.name()).isEqualTo("POST /v1/continue_inspection");
    await("its processing is received")
        .atMost(LIMIT)
        .until(() -> has(callback.trace(), named("process process-callback")));
    assertThat(COLLECTOR.trace(callback.trace())).anyMatch(named("hook process ports"));
  }

  @Test
  void a_request_whose_header_is_not_valid_begins_a_trace() {
    var answer =
        api.send(
            "GET", "/v1/nodes?limit=1", BodyPublishers.noBody(), "traceparent", "00-no-trace-01");

    assertThat(answer.status()).isEqualTo(200);
    var id = answer.header("openstack-request-id");
    Predicate<ReceivedSpan> request = span -> id.equals(span.attributes().get("assay.request_id"));
    await("it is received").atMost(LIMIT).until(() -> COLLECTOR.spans().stream().anyMatch(request));
    var span = COLLECTOR.spans().stream().filter(request).findFirst().get();
    assertThat(span.parent()).isEmpty();
    assertThat(span.name()).isEqualTo("GET /v1/nodes");
    assertThat(span.toString()).doesNotContain("limit");
  }

  @Test
  void nothing_but_traces_is_lost_without_the_collector() {
    COLLECTOR.refuse(true);
    try {
      var node = outOfBand(SPARE.take());
      order(node, "00-0af7651916cd43dd8448eb211c803103-" + CLIENT_SPAN + "-01");
      api.awaitState(node, "manageable");
      await("spans are dropped and counted")
          .atMost(LIMIT)
          .until(() -> dropped(STACK.apis().getFirst()) > 0);
      assertThat(STACK.apis().getFirst().status("/q/health/ready")).isEqualTo(200);
    } finally {
      COLLECTOR.refuse(false);
    }

    var trace = "0af7651916cd43dd8448eb211c803104";
    var answer =
        api.send(
            "GET",
            "/v1/nodes",
            BodyPublishers.noBody(),
            "traceparent",
            "00-%s-%s-01".formatted(trace, CLIENT_SPAN));
    assertThat(answer.status()).isEqualTo(200);
    await("later ones are received").atMost(LIMIT).until(() -> has(trace, named("GET /v1/nodes")));
  }

  private String outOfBand(Machine machine) {
    var node = Enrolment.enrolWithoutPorts(api, machine);
    var change = Map.of("op", "replace", "path", "/inspect_interface", "value", "redfish");
    api.patch("/v1/nodes/" + node, List.of(change)).require(200);
    api.manage(node);
    return node;
  }

  private void order(String node, String traceparent) {
    await("the node is not locked")
        .atMost(LIMIT)
        .until(() -> api.node(node).path("reservation").isNull());
    api.send(
            "PUT",
            "/v1/nodes/" + node + "/states/provision",
            BodyPublishers.ofString("{\"target\": \"inspect\"}"),
            "traceparent",
            traceparent)
        .require(202);
  }

  private static boolean has(String trace, Predicate<ReceivedSpan> span) {
    return COLLECTOR.trace(trace).stream().anyMatch(span);
  }

  private static Predicate<ReceivedSpan> named(String name) {
    return span -> span.name().equals(name);
  }

  private static Predicate<ReceivedSpan> of(String service) {
    return span -> span.service().equals(service);
  }

  private static double dropped(Service service) throws Exception {
    return service
        .text("/q/metrics")
        .lines()
        .filter(line -> line.startsWith("assay_tracing_spans_dropped_total"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  /** The lines of the log that belong to a span of the trace. */
  private static List<JsonNode> loggedWith(Service service, String trace) throws IOException {
    var json = new ObjectMapper();
    try (var lines = Files.lines(service.process().log())) {
      return lines
          .filter(line -> line.contains(trace))
          .map(
              line -> {
                try {
                  return json.readTree(line).path("mdc");
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .filter(mdc -> mdc.path("trace_id").asText().equals(trace))
          .filter(mdc -> mdc.path("span_id").asText().matches("[0-9a-f]{16}"))
          .toList();
    }
  }
}
