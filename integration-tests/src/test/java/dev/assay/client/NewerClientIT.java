package dev.assay.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.simulator.machine.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests what the distribution's client is too old for, with a newer python-ironicclient that the
 * developer has as a source tree.
 */
@EnabledIfEnvironmentVariable(
    named = NewerClientIT.SOURCE,
    matches = ".+",
    disabledReason =
        "ASSAY_IRONICCLIENT_SOURCE does not name a source tree of python-ironicclient, see"
            + " CONTRIBUTING.md")
@DisplayNameGeneration(ReplaceUnderscores.class)
class NewerClientIT {
  static final String SOURCE = "ASSAY_IRONICCLIENT_SOURCE";
  private static final String SCRIPT = "/client/register_client.py";

  @AutoClose static final ClientRack RACK = new ClientRack(4);

  private final OpenStackCommand openstack;

  NewerClientIT(@TempDir Path folder) throws Exception {
    var source = Path.of(Objects.requireNonNull(System.getenv(SOURCE))).toAbsolutePath();
    var site = folder.resolve("site");
    var script = Path.of(Objects.requireNonNull(NewerClientIT.class.getResource(SCRIPT)).toURI());
    var registered =
        new ProcessBuilder("/usr/bin/python3", script.toString(), source + "", site + "")
            .inheritIO()
            .start();
    assertThat(registered.waitFor()).isZero();
    var client =
        StartedClient.withoutAuthentication(
                RACK.stack().api().address(), Files.createDirectory(folder.resolve("out")))
            .with("PYTHONPATH", site + ":" + source);
    openstack = new OpenStackCommand(client::run);
  }

  @Test
  void saves_the_inventory() {
    var machine = inspected();

    var saved = openstack.baremetal("node inventory save %s", machine.name()).require(0).json();

    assertThat(saved.at("/inventory/cpu/architecture").asText()).isEqualTo("x86_64");
    assertThat(saved.path("plugin_data").isObject()).isTrue();
  }

  @Test
  void creates_shows_lists_and_deletes_inspection_rules_which_take_effect() {
    var rule =
        openstack.json(
            "inspection rule create --description rack --priority 7"
                + " --conditions [{\"op\":\"eq\",\"args\":[\"{inventory[cpu][architecture]}\",\"x86_64\"]}]"
                + " --actions [{\"op\":\"set-attribute\",\"args\":[\"/extra/rack\",\"r7\"]}]");
    var uuid = rule.path("uuid").asText();
    try {
      assertThat(openstack.json("inspection rule show %s", uuid).path("priority").asInt())
          .isEqualTo(7);
      assertThat(openstack.json("inspection rule list").toString()).contains(uuid, "rack");

      var node = openstack.json("node show %s", inspected().name());
      assertThat(node.at("/extra/rack").asText()).isEqualTo("r7");
    } finally {
      openstack.baremetal("inspection rule delete %s", uuid).require(0);
    }
    assertThat(openstack.json("inspection rule list").isEmpty()).isTrue();
  }

  @Test
  void sets_what_newer_versions_have() {
    var machine = created();
    var port =
        openstack.json(
            "port create %s --node %s --name %s",
            machine.macAddresses().getFirst(), uuid(machine), machine.name() + "-p0");
    assertThat(port.path("name").asText()).isEqualTo(machine.name() + "-p0"); // 1.88

    openstack.baremetal("node set %s --disable-power-off", machine.name()).require(0); // 1.95
    assertThat(openstack.json("node show %s", machine.name()).path("disable_power_off").asBoolean())
        .isTrue();
  }

  private Machine created() {
    var machine = RACK.take();
    ClientRack.create(openstack, machine);
    return machine;
  }

  private Machine inspected() {
    var machine = created();
    var uuid = uuid(machine);
    for (var address : machine.macAddresses()) {
      openstack.baremetal("port create %s --node %s", address, uuid).require(0);
    }
    openstack.baremetal("node manage %s --wait 60", machine.name()).require(0);
    openstack.baremetal("node inspect %s --wait 60", machine.name()).require(0);
    return machine;
  }

  private String uuid(Machine machine) {
    return openstack.json("node show %s", machine.name()).path("uuid").asText();
  }
}
