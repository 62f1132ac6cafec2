package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.BmcKind;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.BootOverride;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineEvent;
import dev.assay.simulator.machine.MachineEvent.Stage;
import dev.assay.simulator.machine.Misbehaviour;
import dev.assay.simulator.machine.PowerState;
import dev.assay.simulator.machine.ResetType;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests machines that boot an image of Assay. The rack's own callback URL leads nowhere: only a
 * machine that read the kernel parameters of its inspection can post.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ManagedBootIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Path IMAGES = images();

  @AutoClose
  static final Stack STACK =
      Stack.named("managed-boot")
          .set("assay.boot.image-folder", IMAGES)
          .set("assay.boot.cache-folder", IMAGES.resolve("cache"))
          .set("assay.boot.deploy-kernel", IMAGES.resolve("kernel").toUri())
          .set("assay.boot.deploy-ramdisk", IMAGES.resolve("ramdisk").toUri())
          .set("assay.redfish.ca-folder", IMAGES)
          .set("assay.inspector.extra-kernel-params", "console=ttyS0 a=\"b c\"")
          .start();

  private static final List<MachineEvent> EVENTS = new CopyOnWriteArrayList<>();

  @AutoClose
  static final Rack RACK =
      Rack.of(
              plan()
                  .machines(60)
                  .kinds(HardwareKind.ONE_U_TWO_SOCKET)
                  .bmcKinds(BmcKind.values())
                  .seed(15)
                  .build(),
              EVENTS::add)
          .start();

  private static final SpareMachines SPARE = new SpareMachines(RACK);

  private final ApiClient api = STACK.api();
  private final Machine machine = SPARE.take();

  @ParameterizedTest
  @EnumSource
  void inspects_by_virtual_media_without_a_network_of_the_operator(BmcKind kind) {
    inspects(SPARE.take(kind), "redfish-virtual-media");
  }

  @ParameterizedTest
  @EnumSource
  void inspects_by_uefi_http_without_a_network_of_the_operator(BmcKind kind) {
    inspects(SPARE.take(kind), "redfish-https");
  }

  @Test
  void inspects_over_tls_with_the_certificate_of_the_bmc_and_not_without() throws IOException {
    var plan =
        plan()
            .machines(61) // the last one has a name that the other rack does not have
            .seed(16)
            .bmcTls(true)
            .build();
    try (var rack = Rack.of(plan).start()) {
      var secured = rack.machines().getLast();
      var node = Enrolment.enrolWithoutPorts(api, secured);
      api.order(node, "manage");
      var refused = api.awaitState(node, "enroll", LIMIT).path("last_error").asText();
      assertThat(refused).contains("certificate");
      Enrolment.forget(api, node);

      var pem = IMAGES.resolve("bmc.pem");
      Files.writeString(pem, rack.bmcCertificate().orElseThrow());
      inspects(secured, "redfish-virtual-media", Map.of("redfish_verify_ca", pem));
    }
  }

  @Test
  void serves_the_ipxe_script_of_an_inspection_and_lets_others_boot_from_disk() {
    var events = new CopyOnWriteArrayList<MachineEvent>();
    var plan =
        plan()
            .machines(63)
            .kinds(HardwareKind.ONE_U_TWO_SOCKET)
            .seed(17)
            .ipxeUrl(api.address() + "/v1/boot/mac/%s/boot.ipxe")
            .networkFirst(true)
            .build();
    try (var rack = Rack.of(plan, events::add).start()) {
      inspects(rack.machines().getLast(), "ipxe");

      var other = rack.machines().get(61);
      other.reset(ResetType.ON);
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  events.stream()
                      .anyMatch(
                          event ->
                              event.machine().equals(other.name())
                                  && event.stage() == Stage.LOCAL_BOOT));
      assertThat(other.counters().callbacksPosted()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void boots_each_machine_of_a_shared_bmc_with_its_own_medium(BmcKind kind) {
    var plan =
        plan()
            .machines(66) // the last three have names that the other racks do not have
            .bmcKinds(kind)
            .systemsPerBmc(3)
            .seed(18)
            .build();
    try (var rack = Rack.of(plan).start()) {
      var machines = rack.machines().subList(63, 66);
      var nodes =
          machines.stream().map(each -> enrol(each, "redfish-virtual-media", Map.of())).toList();

      nodes.forEach(node -> api.order(node, "inspect"));

      nodes.forEach(node -> api.awaitState(node, "manageable", LIMIT));
      for (int i = 0; i < nodes.size(); i++) {
        var inspected = machines.get(i);
        assertThat(api.portsOf(nodes.get(i))).isSubsetOf(inspected.macAddresses()).isNotEmpty();
        assertThat(inspected.counters().powerOns()).isEqualTo(1);
        assertCleanedUp(inspected);
      }
      nodes.forEach(node -> Enrolment.forget(api, node));
    }
  }

  private static RackPlan.Builder plan() {
    return RackPlan.to("http://127.0.0.1:1/v1/continue_inspection")
        .bootTime(Duration.ofMillis(200))
        .powerDelay(Duration.ofMillis(20))
        .timeScale(0.02);
  }

  private void inspects(Machine machine, String bootInterface) {
    inspects(machine, bootInterface, Map.of());
  }

  private void inspects(Machine machine, String bootInterface, Map<String, ?> driverInfo) {
    var node = enrol(machine, bootInterface, driverInfo);

    api.order(node, "inspect");
    var inspected = api.awaitState(node, "manageable", LIMIT);

    assertThat(inspected.path("last_error").isNull()).isTrue();
    assertThat(inspected.path("properties").path("cpu_arch").asText()).isNotEmpty();
    assertCleanedUp(machine);
  }

  @Test
  void boots_a_given_image_with_the_parameters_of_the_inspection() {
    var other = enrol("redfish-virtual-media", Map.of());
    api.order(other, "inspect");
    api.awaitState(other, "manageable", LIMIT);
    // The image that Assay made of kernel and ramdisk is as good as any other bootable one.
    var given = newestImage();
    var second = SPARE.take();
    var node = enrol(second, "redfish-virtual-media", Map.of("deploy_iso", given.toUri()));

    api.order(node, "inspect");
    api.awaitState(node, "manageable", LIMIT);
  }

  @Test
  void ejects_the_medium_when_the_inspection_is_aborted() {
    machine.misbehave(new Misbehaviour.NeverBoots());
    var node = enrol("redfish-virtual-media", Map.of());
    api.order(node, "inspect");
    api.awaitState(node, "inspect wait", LIMIT);
    assertThat(machine.insertedImage().orElseThrow().toString())
        .startsWith(api.address() + "/v1/boot/")
        .endsWith("/inspection.iso");

    api.order(node, "abort");
    api.awaitState(node, "inspect failed", LIMIT);
    assertCleanedUp();
  }

  @Test
  void ejects_the_medium_when_the_inspection_fails() {
    machine.misbehave(new Misbehaviour.ReportsError("no disks"));
    var node = enrol("redfish-virtual-media", Map.of());

    api.order(node, "inspect");
    var failed = api.awaitState(node, "inspect failed", LIMIT);
    assertThat(failed.path("last_error").asText()).contains("Ramdisk reported error");
    assertCleanedUp();
  }

  @Test
  void ejects_the_medium_when_the_ramdisk_does_not_report_in_time() throws SQLException {
    machine.misbehave(new Misbehaviour.NeverBoots());
    var node = enrol("redfish-virtual-media", Map.of());
    api.order(node, "inspect");
    api.awaitState(node, "inspect wait", LIMIT);

    try (var database = STACK.database().connect();
        var statement = database.createStatement()) {
      statement.executeUpdate(
          "update inspection set stage_deadline = clock_timestamp() where stage = 'waiting'"
              + " and node_id = (select id from node where uuid = '%s')".formatted(node));
    }
    api.awaitState(node, "inspect failed", LIMIT);
    assertCleanedUp();
  }

  @Test
  void ejects_the_medium_after_its_conductor_was_killed() {
    machine.misbehave(new Misbehaviour.NeverBoots());
    var node = enrol("redfish-virtual-media", Map.of());
    api.order(node, "inspect");
    await("the medium is inserted").atMost(LIMIT).until(() -> machine.insertedImage().isPresent());
    var conductor = STACK.conductors().getFirst();
    conductor.process().kill();
    conductor.start();
    api.awaitState(node, "inspect wait", LIMIT);

    api.order(node, "abort");
    api.awaitState(node, "inspect failed", LIMIT);
    assertCleanedUp();
  }

  @Test
  void ejects_the_medium_when_the_operator_goes_on_at_once() {
    machine.misbehave(new Misbehaviour.ReportsError("no disks"));
    var node = enrol("redfish-virtual-media", Map.of());
    api.order(node, "inspect");
    api.awaitState(node, "inspect failed", LIMIT);
    api.order(node, "manage"); // cancels the power-off

    await("no medium is inserted").atMost(LIMIT).until(() -> machine.insertedImage().isEmpty());
  }

  @Test
  void posts_nothing_when_the_image_cannot_be_read() {
    var node =
        enrol(
            "redfish-virtual-media",
            Map.of(
                "deploy_kernel",
                "file:///none",
                "deploy_ramdisk",
                IMAGES.resolve("ramdisk").toUri()));
    api.order(node, "inspect");
    api.awaitState(node, "inspect wait", LIMIT);

    await("the machine says why")
        .atMost(LIMIT)
        .until(() -> events().stream().anyMatch(it -> it.stage() == Stage.BOOT_FAILED));
    assertThat(machine.counters().callbacksPosted()).isZero();
    api.order(node, "abort");
    api.awaitState(node, "inspect failed", LIMIT);
    assertCleanedUp();
  }

  private List<MachineEvent> events() {
    return EVENTS.stream().filter(event -> event.machine().equals(machine.name())).toList();
  }

  /** The machine's own view: off, the drive is empty, no override waits. */
  private void assertCleanedUp() {
    assertCleanedUp(machine);
  }

  private static void assertCleanedUp(Machine machine) {
    await("the tear-down is done")
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              assertThat(machine.insertedImage()).isEmpty();
              assertThat(machine.powerState()).isEqualTo(PowerState.OFF);
              assertThat(machine.bootOverride().enabled()).isEqualTo(BootOverride.Enabled.DISABLED);
            });
  }

  private String enrol(String bootInterface, Map<String, ?> driverInfo) {
    return enrol(machine, bootInterface, driverInfo);
  }

  private String enrol(Machine machine, String bootInterface, Map<String, ?> driverInfo) {
    var node = Enrolment.enrolWithoutPorts(api, machine);
    var changes =
        new ArrayList<Map<String, Object>>(
            List.of(Map.of("op", "add", "path", "/boot_interface", "value", bootInterface)));
    driverInfo.forEach(
        (key, value) ->
            changes.add(
                Map.of(
                    "op", "add", "path", "/driver_info/" + key, "value", String.valueOf(value))));
    api.patch("/v1/nodes/" + node, changes).require(200);
    api.manage(node);
    return node;
  }

  /** The ISO image that the API made last, as a file below the folder of images. */
  private static Path newestImage() {
    try (var files = Files.walk(IMAGES)) {
      var made = files.filter(file -> file.endsWith("image.iso")).findFirst().orElseThrow();
      return Files.copy(made, IMAGES.resolve("given.iso"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A kernel and a ramdisk of some megabytes; no machine of the rack runs them. */
  private static Path images() {
    try {
      var folder = Files.createTempDirectory("managed-boot").toRealPath();
      var random = new Random(15);
      for (var name : List.of("kernel", "ramdisk")) {
        var content = new byte[4 << 20];
        random.nextBytes(content);
        Files.write(folder.resolve(name), content);
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
