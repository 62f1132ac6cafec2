package dev.assay.simulator.ramdisk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.simulator.TestService;
import dev.assay.simulator.hardware.Hardware;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineListener;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CallbackTest {
  private static final String PATH = "/v1/continue_inspection";
  private static final byte[] BODY = {'{', '}'};
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final TestService service = new TestService();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<Duration> pauses = new ArrayList<>();
  private final Machine machine = machine(HardwareKind.ONE_U_TWO_SOCKET);

  @AfterEach
  void close() {
    client.shutdownNow();
    service.close();
  }

  @Test
  void answers_with_the_node_of_the_service() throws Exception {
    assertThat(callback(machine, service.callbackUrl()).post(BODY)).contains(TestService.UUID);
    assertThat(pauses).isEmpty();
    assertThat(machine.counters().lastCallbackStatus()).isEqualTo(202);
  }

  @ParameterizedTest
  @ValueSource(ints = {409, 500, 503})
  void tries_five_times_with_growing_pauses(int status) {
    for (int i = 0; i < 5; i++) {
      service.nextAnswer(PATH, status, "{}");
    }

    assertThatThrownBy(() -> callback(machine, service.callbackUrl()).post(BODY))
        .isInstanceOf(AgentDied.class)
        .hasMessageContaining("status " + status);
    assertThat(service.callbacks()).hasSize(5);
    assertThat(pauses).map(Duration::toSeconds).containsExactly(5L, 5L, 6L, 12L);
  }

  @Test
  void stops_retrying_when_the_service_recovers() throws Exception {
    service.nextAnswer(PATH, 503, "").nextAnswer(PATH, 409, "");

    assertThat(callback(machine, service.callbackUrl()).post(BODY)).contains(TestService.UUID);
    assertThat(pauses).hasSize(2);
  }

  @Test
  void does_not_retry_a_refusal() throws Exception {
    service.nextAnswer(PATH, 404, "{\"error_message\": \"Resource could not be found.\"}");

    assertThat(callback(machine, service.callbackUrl()).post(BODY)).isEmpty();
    assertThat(service.callbacks()).hasSize(1);
  }

  @Test
  void takes_the_next_URL_within_the_same_attempt() throws Exception {
    var nobody = "http://127.0.0.1:1" + PATH;

    assertThat(callback(machine, nobody, service.callbackUrl()).post(BODY)).isPresent();
    assertThat(pauses).isEmpty();
    assertThat(machine.counters().callbacksPosted()).isEqualTo(2);
  }

  @Test
  void retries_when_no_URL_can_be_reached() {
    assertThatThrownBy(() -> callback(machine, "http://127.0.0.1:1" + PATH).post(BODY))
        .isInstanceOf(AgentDied.class)
        .hasMessageContaining("no connection");
    assertThat(pauses).hasSize(4);
  }

  @Test
  void ends_the_agent_when_the_answer_is_late() {
    service.nextAnswer(PATH, 0, "");

    assertThatThrownBy(() -> callback(machine, service.callbackUrl()).post(BODY))
        .isInstanceOf(AgentDied.class)
        .hasMessageContaining("no answer");
    assertThat(service.callbacks()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "accepted", "[]", "{\"uuid\": "})
  void ends_the_agent_when_the_answer_is_no_JSON_object(String body) {
    service.nextAnswer(PATH, 202, body);

    assertThatThrownBy(() -> callback(machine, service.callbackUrl()).post(BODY))
        .isInstanceOf(AgentDied.class)
        .hasMessageContaining("without JSON");
  }

  @Test
  void of_an_old_ramdisk_takes_an_error_of_the_service_for_a_refusal() throws Exception {
    service.nextAnswer(PATH, 500, "");
    var old = machine(HardwareKind.OLD_RAMDISK);

    assertThat(callback(old, service.callbackUrl()).post(BODY)).isEmpty();
    assertThat(pauses).isEmpty();
  }

  private Callback callback(Machine sender, String... urls) {
    var targets = List.of(urls).stream().map(URI::create).toList();
    return new Callback(sender, targets, new Wire(client, TIMEOUT), pauses::add);
  }

  private static Machine machine(HardwareKind kind) {
    var settings =
        new Machine.Settings(Duration.ZERO, false, MachineListener.NONE, InstantSource.system());
    return Machine.of(0, Hardware.of(kind, 1, 0), settings, (_, _) -> () -> {});
  }
}
