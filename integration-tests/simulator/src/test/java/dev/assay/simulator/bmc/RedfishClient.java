package dev.assay.simulator.bmc;

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
import java.util.Base64;

/** Starts a rack of one machine and sends requests to its BMC. */
final class RedfishClient implements AutoCloseable {
  static final String SESSIONS = "/redfish/v1/SessionService/Sessions";

  final Rack rack =
      Rack.of(
              RackPlan.to("http://127.0.0.1:9/v1/continue_inspection")
                  .kinds(HardwareKind.ONE_U_TWO_SOCKET)
                  .powerDelay(Duration.ofMillis(100))
                  .build())
          .start();
  final Machine machine = rack.machines().getFirst();
  private final HttpClient client = HttpClient.newHttpClient();

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
