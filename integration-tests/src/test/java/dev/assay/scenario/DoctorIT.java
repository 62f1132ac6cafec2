package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.PowerState;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Installation;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The command that checks nodes before they are inspected, as an operator runs it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DoctorIT {
  private static final Stack STACK = SharedStack.emptied();
  private static final String PASSWORD = "planted-for-the-doctor";

  private final ApiClient api = STACK.api();
  private final List<String> enrolled = new ArrayList<>();

  /** What the command printed, and its exit status. */
  private record Outcome(int status, String text) {}

  @AfterEach
  void forget() {
    enrolled.forEach(node -> Enrolment.forget(api, node));
  }

  @Test
  void it_tells_for_each_node_whether_it_can_be_inspected_and_what_to_do() throws Exception {
    var plan =
        RackPlan.to("http://127.0.0.1:1/v1/continue_inspection")
            .kinds(HardwareKind.ONE_U_TWO_SOCKET)
            .machines(3)
            .seed(38)
            .build();
    try (var rack = Rack.of(plan).start()) {
      var machines = rack.machines();
      for (var machine : machines) {
        enrolled.add(Enrolment.enrolAndManage(api, machine));
      }
      var password =
          Map.of("op", "replace", "path", "/driver_info/redfish_password", "value", PASSWORD);
      api.patch("/v1/nodes/" + enrolled.getLast(), List.of(password)).require(200);

      var good = doctor(machines.get(0).name(), enrolled.get(1));
      assertThat(good.text()).contains("go     " + machines.get(0).name());
      assertThat(good.text()).contains("2 of 2 nodes can be inspected.");
      assertThat(good.status()).isZero();

      var all = doctor();
      assertThat(all.text())
          .contains("NO-GO  " + machines.get(2).name())
          .contains("to do:         Check user, password and rights on the BMC.")
          .contains("2 of 3 nodes can be inspected.")
          .doesNotContain(PASSWORD);
      assertThat(all.status()).isEqualTo(1);
      assertThat(machines).allMatch(machine -> machine.powerState() == PowerState.OFF);
    }
  }

  @Test
  void it_says_when_there_is_no_such_node_or_no_API() throws Exception {
    var unknown = doctor("no-such-node");
    assertThat(unknown.text()).contains("NO-GO  no-such-node").contains("There is no such node.");
    assertThat(unknown.status()).isEqualTo(1);

    var noApi = run("--url", "http://127.0.0.1:1");
    assertThat(noApi.text()).contains("Check that the API runs there.");
    assertThat(noApi.status()).isEqualTo(1);
  }

  private Outcome doctor(String... nodes) throws Exception {
    var arguments = new ArrayList<>(List.of("--url", api.address()));
    arguments.addAll(List.of(nodes));
    return run(arguments.toArray(String[]::new));
  }

  private static Outcome run(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(Installation.root() + "/deploy/assay", "doctor"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    var process = builder.start();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), text);
  }
}
