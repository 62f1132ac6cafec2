package dev.assay.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.Misbehaviour;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests Debian's {@code openstack baremetal} against two services and a rack. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StockClientIT {
  @AutoClose static final ClientRack RACK = new ClientRack(9);

  @AutoClose
  private static final LoadedClient CLIENT =
      LoadedClient.withoutAuthentication(RACK.stack().api().address());

  private final OpenStackCommand openstack = new OpenStackCommand(CLIENT::run);

  @Test
  void the_program_starts_by_itself_and_prints_the_same(@TempDir Path folder) {
    var machine = RACK.take();
    var started = StartedClient.withoutAuthentication(RACK.stack().api().address(), folder);
    create(machine);

    assertThat(new OpenStackCommand(started::run).baremetal("node show %s", machine.name()))
        .isEqualTo(openstack.baremetal("node show %s", machine.name()).require(0));
  }

  @Test
  void enrols_inspects_and_reads_what_was_found() {
    var machine = RACK.take();
    var created = create(machine);
    assertThat(created.path("name").asText()).isEqualTo(machine.name());
    assertThat(created.path("provision_state").asText()).isEqualTo("enroll");
    var uuid = created.path("uuid").asText();
    for (var address : machine.macAddresses()) {
      var port = openstack.json("port create %s --node %s", address, uuid);
      assertThat(port.path("address").asText()).isEqualTo(address);
    }

    openstack.baremetal("node manage %s --wait 60", machine.name()).require(0);
    assertThat(show(machine, "provision_state")).isEqualTo("manageable");
    openstack.baremetal("node inspect %s --wait 60", machine.name()).require(0);

    var node = openstack.json("node show %s", machine.name());
    assertThat(node.path("provision_state").asText()).isEqualTo("manageable");
    assertThat(node.path("power_state").asText()).isEqualTo("power off");
    assertThat(node.path("properties").path("cpu_arch").asText()).isEqualTo("x86_64");
    assertThat(node.path("driver_info").path("redfish_password").asText()).isEqualTo("******");
    assertThat(node.path("inspection_finished_at").asText()).isNotBlank();
    assertThat(node.path("conductor").asText()).isEqualTo("conductor-1");

    var ports = openstack.json("port list --node %s", uuid);
    assertThat(ports.valueStream().map(port -> port.path("Address").asText()))
        .containsExactlyInAnyOrderElementsOf(machine.macAddresses());
  }

  @Test
  void lists_nodes_drivers_and_conductors() {
    var machine = RACK.take();
    create(machine);

    var nodes = openstack.json("node list");
    assertThat(texts(nodes, "Name")).contains(machine.name());
    var row = row(nodes, "Name", machine.name());
    assertThat(row.path("Provisioning State").asText()).isEqualTo("enroll");
    assertThat(row.path("Maintenance").asBoolean()).isFalse();
    assertThat(texts(openstack.json("node list --long"), "Driver")).contains("redfish");
    assertThat(openstack.json("node list --provision-state available").isEmpty()).isTrue();
    assertThat(texts(openstack.json("node list --fields name driver"), "Driver"))
        .containsOnly("redfish");

    assertThat(texts(openstack.json("driver list"), "Supported driver(s)"))
        .contains("redfish", "fake-hardware");
    assertThat(openstack.json("driver show redfish").path("default_inspect_interface").asText())
        .isNotBlank();
    var conductors = openstack.json("conductor list");
    assertThat(texts(conductors, "Hostname")).containsExactly("conductor-1");
    assertThat(texts(conductors, "Alive")).containsExactly("true");
  }

  @Test
  void follows_the_pages_of_a_list() {
    var machine = RACK.take();
    create(machine);
    create(RACK.take());

    var all = texts(openstack.json("node list"), "UUID").toList();
    var first = openstack.json("node list --limit 1");
    assertThat(first).hasSize(1);
    var rest =
        openstack.json("node list --limit 0 --marker %s", first.get(0).path("UUID").asText());
    assertThat(Stream.concat(texts(first, "UUID"), texts(rest, "UUID")))
        .containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void changes_and_deletes_a_node() {
    var machine = RACK.take();
    create(machine);

    openstack
        .baremetal("node set %s --property colour=red --extra rack=7", machine.name())
        .require(0);
    var changed = openstack.json("node show %s --fields properties extra", machine.name());
    assertThat(changed.path("properties").path("colour").asText()).isEqualTo("red");
    assertThat(changed.path("extra").path("rack").asInt()).isEqualTo(7);

    openstack.baremetal("node unset %s --property colour", machine.name()).require(0);
    openstack.baremetal("node delete %s", machine.name()).require(0);

    var gone = openstack.baremetal("node show %s", machine.name());
    assertThat(gone.status()).isEqualTo(1);
    assertThat(gone.err()).contains("could not be found");
  }

  @Test
  void validates_a_node_and_keeps_its_traits() {
    var machine = RACK.take();
    create(machine);

    var report = openstack.json("node validate %s", machine.name());
    assertThat(row(report, "Interface", "power").path("Result").asBoolean()).isTrue();
    assertThat(row(report, "Interface", "inspect").path("Result").asBoolean()).isTrue();
    assertThat(row(report, "Interface", "console").path("Reason").asText())
        .contains("does not support console");

    openstack.baremetal("node add trait %s CUSTOM_FAST HW_CPU_X86_VMX", machine.name()).require(0);
    assertThat(texts(openstack.json("node trait list %s", machine.name()), "Traits"))
        .containsExactly("CUSTOM_FAST", "HW_CPU_X86_VMX");
    openstack.baremetal("node remove trait %s CUSTOM_FAST", machine.name()).require(0);
    assertThat(texts(openstack.json("node trait list %s", machine.name()), "Traits"))
        .containsExactly("HW_CPU_X86_VMX");
    openstack.baremetal("node remove trait %s --all", machine.name()).require(0);
    assertThat(openstack.json("node trait list %s", machine.name()).isEmpty()).isTrue();
    assertThat(openstack.baremetal("node add trait %s fast", machine.name()).status()).isEqualTo(1);
  }

  @Test
  void chooses_and_shows_the_boot_device() {
    var machine = RACK.take();
    create(machine);

    openstack.baremetal("node boot device set %s disk --persistent", machine.name()).require(0);
    var shown = openstack.json("node boot device show %s", machine.name());
    assertThat(shown.path("boot_device").asText()).isEqualTo("disk");
    assertThat(shown.path("persistent").asBoolean()).isTrue();
    assertThat(openstack.json("node boot device show %s --supported", machine.name()).toString())
        .contains("pxe", "disk", "cdrom");

    var refused = openstack.baremetal("node boot device set %s safe", machine.name());
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("must be one of those that driver redfish supports");
  }

  @Test
  void aborts_an_inspection_and_reads_why_it_failed() {
    var machine = RACK.take();
    machine.misbehave(new Misbehaviour.NeverBoots());
    create(machine);
    var address = machine.macAddresses().getFirst();
    openstack.baremetal("port create %s --node %s", address, uuidOf(machine)).require(0);
    openstack.baremetal("node manage %s --wait 60", machine.name()).require(0);
    openstack.baremetal("node inspect %s", machine.name()).require(0);
    RACK.stack().api().awaitState(machine.name(), "inspect wait");

    var refused = openstack.baremetal("node inspect %s", machine.name());
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("can not be performed on node");

    openstack.baremetal("node abort %s", machine.name()).require(0);
    assertThat(show(machine, "last_error")).isEqualTo("Inspection was aborted by request.");

    var history = openstack.json("node history list %s", machine.name());
    assertThat(texts(history, "Description of the event"))
        .contains("Inspection was aborted by request.");
    var entry =
        openstack.json(
            "node history get %s %s", machine.name(), history.get(0).path("UUID").asText());
    assertThat(entry.path("severity").asText()).isEqualTo("ERROR");

    machine.misbehave(new Misbehaviour.ReportsError("no disks"));
    var failed = openstack.baremetal("node inspect %s --wait 60", machine.name());
    assertThat(failed.status()).isEqualTo(1);
    assertThat(failed.err()).contains("no disks");
  }

  private JsonNode create(Machine machine) {
    return ClientRack.create(openstack, machine);
  }

  /** The first row whose column has this value. */
  private static JsonNode row(JsonNode table, String column, String value) {
    return table
        .valueStream()
        .filter(row -> row.path(column).asText().equals(value))
        .findFirst()
        .orElseThrow();
  }

  private String uuidOf(Machine machine) {
    return show(machine, "uuid");
  }

  private String show(Machine machine, String field) {
    return openstack.json("node show %s --fields %s", machine.name(), field).path(field).asText();
  }

  private static Stream<String> texts(JsonNode rows, String column) {
    return rows.valueStream().map(row -> row.path(column).asText());
  }
}
