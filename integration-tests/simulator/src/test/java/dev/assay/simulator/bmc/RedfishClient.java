package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.PowerState;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;

/** Starts a rack of one machine and sends requests to its BMC. */
final class RedfishClient implements AutoCloseable {
  static final String SESSIONS = "/redfish/v1/SessionService/Sessions";

  final Rack rack;
  final Machine machine;
  private final HttpClient client = HttpClient.newHttpClient();

  RedfishClient() {
    this(HardwareKind.ONE_U_TWO_SOCKET);
  }

  RedfishClient(HardwareKind kind) {
    this(kind, plan -> plan);
  }

  RedfishClient(HardwareKind kind, UnaryOperator<RackPlan.Builder> changes) {
    var plan =
        RackPlan.to("http://127.0.0.1:9/v1/continue_inspection")
            .kinds(kind)
            .powerDelay(Duration.ofMillis(100));
    rack = Rack.of(changes.apply(plan).build()).start();
    machine = rack.machines().getFirst();
  }

  HttpRequest.Builder anonymous(String path) {
    return HttpRequest.newBuilder(machine.bmcUrl().resolve(path))
        .header("Content-Type", "application/json");
  }

  HttpRequest.Builder request(String path) {
    return anonymous(path).header("Authorization", basic(machine.password()));
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  /** The resource at the path, which must exist. */
  JsonNode resource(String path) throws IOException, InterruptedException {
    var answer = get(path);
    assertThat(answer.statusCode()).as(path).isEqualTo(200);
    return json(answer);
  }

  JsonNode system() throws IOException, InterruptedException {
    return resource(machine.systemPath());
  }

  /** All members of the collection that a property links to, page by page. */
  List<JsonNode> members(JsonNode parent, String property)
      throws IOException, InterruptedException {
    var members = new ArrayList<JsonNode>();
    var path = parent.path(property).path("@odata.id").asText() + "?$expand=.($levels=1)";
    while (!path.isEmpty()) {
      var page = resource(path);
      page.path("Members").forEach(members::add);
      path = page.path("Members@odata.nextLink").asText();
    }
    return members;
  }

  /** All resources that an array of links in a property leads to. */
  List<JsonNode> linked(JsonNode parent, String property) throws IOException, InterruptedException {
    var resources = new ArrayList<JsonNode>();
    for (var link : parent.path(property)) {
      resources.add(resource(link.path("@odata.id").asText()));
    }
    return resources;
  }

  /** What resources or reported things have as the value of a property, as text. */
  static List<String> values(Iterable<JsonNode> nodes, String property) {
    var values = new ArrayList<String>();
    nodes.forEach(node -> values.add(node.path(property).asText()));
    return values;
  }

  HttpResponse<String> withToken(String path, String token)
      throws IOException, InterruptedException {
    return send(anonymous(path).header("X-Auth-Token", token).GET());
  }

  HttpResponse<String> patch(String body, String etag) throws IOException, InterruptedException {
    return send(
        request(machine.systemPath())
            .header("If-Match", etag)
            .method("PATCH", BodyPublishers.ofString(body)));
  }

  HttpResponse<String> reset(String type) throws IOException, InterruptedException {
    return action("{\"ResetType\": \"%s\"}".formatted(type));
  }

  HttpResponse<String> action(String body) throws IOException, InterruptedException {
    return send(
        request(machine.systemPath() + "/Actions/ComputerSystem.Reset")
            .POST(BodyPublishers.ofString(body)));
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  void awaitPower(PowerState state) {
    await().atMost(Duration.ofSeconds(5)).until(() -> machine.powerState() == state);
  }

  String login() {
    return "{\"UserName\": \"%s\", \"Password\": \"%s\"}"
        .formatted(machine.username(), machine.password());
  }

  String basic(String password) {
    var text = machine.username() + ":" + password;
    return "Basic " + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  static JsonNode json(HttpResponse<String> answer) throws IOException {
    return new ObjectMapper().readTree(answer.body());
  }

  static String messageId(HttpResponse<String> answer) throws IOException {
    return json(answer).at("/error/@Message.ExtendedInfo/0/MessageId").asText();
  }

  @Override
  public void close() {
    client.shutdownNow();
    rack.close();
  }
}
