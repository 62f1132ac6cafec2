package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.error.ErrorCode;
import dev.assay.redfish.StubBmc.Reply;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Virtual CD drives and HTTP boot as BMCs of several makers have them. */
class OddVirtualMediaTest extends OddBmc {
  private static final URI IMAGE = URI.create("http://192.0.2.1:6385/v1/boot/x/inspection.iso");
  private static final String MEDIA = "/redfish/v1/Managers/1/VirtualMedia";
  private static final String DRIVE = MEDIA + "/Cd";
  private static final String INSERT = "POST " + DRIVE + "/Actions/VirtualMedia.InsertMedia";
  private static final String EJECT = "POST " + DRIVE + "/Actions/VirtualMedia.EjectMedia";
  private static final String PATCH = "PATCH " + DRIVE;
  private static final String ACTIONS =
      """
      ,'Actions':{'#VirtualMedia.InsertMedia':{'target':'%1$s/Actions/VirtualMedia.InsertMedia'},
       '#VirtualMedia.EjectMedia':{'target':'%1$s/Actions/VirtualMedia.EjectMedia'}}"""
          .formatted(DRIVE);

  private final AtomicBoolean inserted = new AtomicBoolean();

  /** OpenBMC and sushy-tools: below the manager, with actions. */
  @BeforeEach
  void has_a_drive_below_its_manager() {
    stub.on(
            GET_SYSTEM,
            Reply.ok("{'Links':{'ManagedBy':[{'@odata.id':'/redfish/v1/Managers/1'}]}}"))
        .on(
            "GET /redfish/v1/Managers/1",
            Reply.ok("{'VirtualMedia':{'@odata.id':'%s'}}".formatted(MEDIA)))
        .on(
            "GET " + MEDIA,
            Reply.ok(
                "{'Members':[{'@odata.id':'%s/Floppy'},{'@odata.id':'%s'}]}"
                    .formatted(MEDIA, DRIVE)))
        .on("GET " + MEDIA + "/Floppy", Reply.ok("{'MediaTypes':['Floppy','USBStick']}"));
    drive(ACTIONS);
    stub.on(INSERT, () -> changed(true)).on(EJECT, () -> changed(false));
  }

  @Test
  void inserts_and_ejects_by_actions() {
    driver.insert(stub.bmc(), IMAGE);
    assertThat(inserted).isTrue();
    driver.eject(stub.bmc());
    assertThat(inserted).isFalse();
    assertThat(commands()).containsExactly(INSERT, EJECT);
  }

  @Test
  void replaces_what_is_inserted() {
    inserted.set(true);

    driver.insert(stub.bmc(), IMAGE);
    assertThat(commands()).containsExactly(EJECT, INSERT);
  }

  @Test
  void is_not_told_to_eject_when_it_is_empty() {
    driver.eject(stub.bmc());
    assertThat(commands()).isEmpty();
  }

  /** HPE iLO 4 and Lenovo XCC: no actions, the members are changed. */
  @Test
  void inserts_and_ejects_by_patch_where_it_has_no_actions() {
    drive(",'@odata.etag':'x'");
    stub.on(PATCH, () -> changed(!inserted.get()));

    driver.insert(stub.bmc(), IMAGE);
    driver.eject(stub.bmc());
    assertThat(inserted).isFalse();
    assertThat(commands()).containsExactly(PATCH, PATCH);
  }

  /** Supermicro refuses members that others need. */
  @Test
  void refuses_some_members_and_is_asked_with_fewer() {
    var attempts = new AtomicInteger();
    stub.on(INSERT, () -> attempts.incrementAndGet() < 2 ? Reply.status(400) : changed(true));

    driver.insert(stub.bmc(), IMAGE);
    assertThat(attempts).hasValue(2);
    assertThat(inserted).isTrue();
  }

  /** Newer firmware: below the system. */
  @Test
  void has_its_drive_below_the_system() {
    stub.on(GET_SYSTEM, Reply.ok("{'VirtualMedia':{'@odata.id':'%s'}}".formatted(MEDIA)));

    driver.insert(stub.bmc(), IMAGE);
    assertThat(inserted).isTrue();
  }

  /** Dell iDRAC: 202 with a task. */
  @Test
  void answers_before_it_is_done() {
    var reads = new AtomicInteger();
    stub.on(
            "GET " + DRIVE,
            () -> Reply.ok(json(inserted.get() && reads.incrementAndGet() > 3, ACTIONS)))
        .on(
            INSERT,
            () -> {
              inserted.set(true);
              return Reply.status(202, "Location", "/redfish/v1/TaskService/Tasks/1");
            });

    driver.insert(stub.bmc(), IMAGE);
    assertThat(reads.get()).isGreaterThan(3);
  }

  @Test
  void accepts_the_command_and_does_nothing() {
    stub.on(INSERT, Reply.status(204));

    fails(() -> driver.insert(stub.bmc(), IMAGE), ErrorCode.BMC_REFUSED, "assay.boot.url");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'Links':null}",
        "{'Links':{'ManagedBy':null}}",
        "{'Links':{'ManagedBy':[{}]}}",
        "{'Links':{'ManagedBy':[{'@odata.id':'/redfish/v1/Managers/2'}]}}",
        "{'VirtualMedia':{'@odata.id':'/redfish/v1/None'}}",
        "{'VirtualMedia':{'@odata.id':'/redfish/v1/Managers/1/VirtualMedia/Floppy'}}",
      })
  void has_no_drive(String system) {
    stub.on(GET_SYSTEM, Reply.ok(system));

    fails(() -> driver.insert(stub.bmc(), IMAGE), ErrorCode.UNSUPPORTED, "virtual CD drive");
    driver.eject(stub.bmc());
    assertThat(commands()).isEmpty();
  }

  @Test
  void boots_a_url_once() {
    stub.on(GET_SYSTEM, Reply.ok("{'Boot':{}}")).on("PATCH " + StubBmc.SYSTEM, Reply.status(204));

    driver.bootFromUrl(stub.bmc(), IMAGE);
    assertThat(commands()).containsExactly("PATCH " + StubBmc.SYSTEM);
  }

  @Test
  void cannot_boot_a_url() {
    stub.on(
        GET_SYSTEM,
        Reply.ok("{'Boot':{'BootSourceOverrideTarget@Redfish.AllowableValues':['Pxe','Cd']}}"));

    fails(() -> driver.bootFromUrl(stub.bmc(), IMAGE), ErrorCode.UNSUPPORTED, "UefiHttp");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Disabled", "Continuous"})
  void keeps_an_override_that_is_not_for_once(String enabled) {
    stub.on(GET_SYSTEM, Reply.ok("{'Boot':{'BootSourceOverrideEnabled':'%s'}}".formatted(enabled)));

    driver.cancelBootOnce(stub.bmc());
    assertThat(commands()).isEmpty();
  }

  @Test
  void loses_an_override_for_once() {
    stub.on(GET_SYSTEM, Reply.ok("{'Boot':{'BootSourceOverrideEnabled':'Once'}}"))
        .on("PATCH " + StubBmc.SYSTEM, Reply.status(204));

    driver.cancelBootOnce(stub.bmc());
    assertThat(commands()).containsExactly("PATCH " + StubBmc.SYSTEM);
  }

  private void drive(String more) {
    stub.on("GET " + DRIVE, () -> Reply.ok(json(inserted.get(), more)));
  }

  private static String json(boolean inserted, String more) {
    return "{'MediaTypes':['CD','DVD'],'Inserted':%s%s}".formatted(inserted, more);
  }

  private Reply changed(boolean now) {
    inserted.set(now);
    return Reply.status(204);
  }

  /** The requests that change something, without logins. */
  private List<String> commands() {
    return stub.requests().stream()
        .filter(request -> !request.startsWith("GET "))
        .filter(request -> !request.contains("/Sessions"))
        .map(request -> String.join(" ", List.of(request.split(" ")).subList(0, 2)))
        .toList();
  }
}
