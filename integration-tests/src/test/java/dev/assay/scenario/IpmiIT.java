package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.stack.ApiClient;
import dev.assay.stack.Installation;
import dev.assay.stack.IpmiSim;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Driver ipmi: the real ipmitool and a simulated BMC. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class IpmiIT {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String PASSWORD = "planted-for-ipmi";

  private static final Stack STACK = SharedStack.emptied();

  @AutoClose
  private final IpmiSim bmc = IpmiSim.start(Installation.emptyFolder("ipmi-sim"), PASSWORD);

  private final ApiClient api = STACK.api();
  private final String address = Enrolment.newAddress();
  private final List<String> enrolled = new ArrayList<>();

  /** As long as the BMC is there: a conductor that asks it at this moment would wait for it. */
  @AfterEach
  void its_nodes_are_deleted() {
    enrolled.forEach(node -> Enrolment.forget(api, node));
  }

  @AfterEach
  void the_password_is_in_no_log() throws IOException {
    for (var conductor : STACK.conductors()) {
      assertThat(Files.readString(conductor.process().log())).doesNotContain(PASSWORD);
    }
  }

  @Test
  void a_machine_is_booted_inspected_and_switched_off_and_no_process_shows_the_password() {
    try (var processes = SeenProcesses.of("ipmitool")) {
      var node = enrol(Map.of());
      api.createPort(node, address);
      api.manage(node);
      assertThat(api.node(node).path("power_state").asText()).isEqualTo("power off");
      assertThat(api.node(node).path("properties").path("vendor").asText()).contains("MontaVista");

      api.order(node, "inspect");
      api.awaitState(node, "inspect wait");
      assertThat(bmc.isOn()).isTrue();
      assertThat(bmc.bootDevice()).isEqualTo("pxe");
      assertThat(bmc.commands()).containsSubsequence("set boot pxe", "set power 1");

      api.callback(Enrolment.minimalBody(address)).require(202);
      api.awaitState(node, "manageable");
      await("the machine is switched off").atMost(LIMIT).until(() -> !bmc.isOn());

      assertThat(processes.texts())
          .isNotEmpty()
          .anyMatch(text -> text.contains("/dev/stdin"))
          .noneMatch(text -> text.contains(PASSWORD));
    }
  }

  @Test
  void power_is_changed_in_every_way() {
    var node = manageable(Map.of());

    power(node, "power on");
    assertThat(bmc.isOn()).isTrue();
    power(node, "rebooting");
    assertThat(bmc.commands()).contains("set reset 1");
    power(node, "soft power off");
    assertThat(bmc.commands()).contains("set shutdown 1");
    assertThat(bmc.isOn()).isFalse();
  }

  @Test
  void the_boot_device_is_set_and_others_are_refused() {
    var node = manageable(Map.of());
    var path = "/v1/nodes/" + node + "/management/boot_device";

    api.put(path, Map.of("boot_device", "pxe")).require(204);
    assertThat(bmc.bootDevice()).isEqualTo("pxe");
    api.put(path, Map.of("boot_device", "disk", "persistent", true)).require(204);
    assertThat(bmc.bootDevice()).as("what it calls the disk").isEqualTo("default");

    // The simulated BMC never says that the flags are valid.
    assertThat(api.get(path).require(200).json())
        .hasToString("{\"boot_device\":null,\"persistent\":null}");
    assertThat(api.put(path, Map.of("boot_device", "uefihttp")).status()).isEqualTo(400);
    assertThat(api.get(path + "/supported").require(200).json())
        .hasToString("{\"supported_boot_devices\":[\"pxe\",\"disk\",\"cdrom\",\"bios\",\"safe\"]}");
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "ipmi_password         | another-one | Check ipmi_username and ipmi_password",
        "ipmi_username         | nobody      | Check ipmi_username and ipmi_password",
        "ipmi_cipher_suite     | 17          | Set ipmi_cipher_suite to one that the BMC allows",
        "ipmi_port             | 9           | Check ipmi_address, ipmi_port"
      })
  void a_node_that_cannot_be_managed_tells_what_to_check(String key, String value, String advice) {
    var node = enrol(Map.of(key, value));

    api.put("/v1/nodes/" + node + "/states/provision", Map.of("target", "manage")).require(202);
    await("the node is back").atMost(LIMIT).until(() -> !lastError(node).isEmpty());

    assertThat(lastError(node)).contains(advice).doesNotContain(PASSWORD, "another-one");
  }

  @Test
  void a_user_who_may_not_switch_power_is_told_so() {
    var node = manageable(Map.of("ipmi_username", IpmiSim.READER, "ipmi_priv_level", "USER"));

    power(node, "power on");

    assertThat(lastError(node)).contains("Insufficient privilege level", "ipmi_priv_level");
    assertThat(bmc.isOn()).isFalse();
  }

  @Test
  void a_bmc_that_died_is_told_and_works_again_when_it_is_back() {
    var node = manageable(Map.of());
    bmc.process().kill();

    power(node, "power on");
    assertThat(lastError(node)).contains("127.0.0.1 port " + bmc.port(), "Check ipmi_address");

    bmc.process().start();
    power(node, "power on");
    assertThat(api.node(node).path("power_state").asText()).isEqualTo("power on");
    assertThat(bmc.isOn()).isTrue();
  }

  private String lastError(String node) {
    return api.node(node).path("last_error").asText("");
  }

  private void power(String node, String target) {
    await("the order is taken")
        .atMost(LIMIT)
        .until(
            () ->
                api.put("/v1/nodes/" + node + "/states/power", Map.of("target", target)).status()
                    == 202);
    await(target).atMost(LIMIT).until(() -> api.node(node).path("target_power_state").isNull());
  }

  private String manageable(Map<String, ?> driverInfo) {
    var node = enrol(driverInfo);
    api.manage(node);
    return node;
  }

  private String enrol(Map<String, ?> more) {
    var driverInfo = new HashMap<String, Object>();
    driverInfo.put("ipmi_address", "127.0.0.1");
    driverInfo.put("ipmi_port", bmc.port());
    driverInfo.put("ipmi_username", IpmiSim.USER);
    driverInfo.put("ipmi_password", PASSWORD);
    // The simulated BMC does not answer which cipher suites it has, and ipmitool asks it for 10 s.
    driverInfo.put("ipmi_cipher_suite", 3);
    driverInfo.putAll(more);
    var node = api.createNode(Map.of("driver", "ipmi", "driver_info", driverInfo));
    enrolled.add(node);
    return node;
  }
}
