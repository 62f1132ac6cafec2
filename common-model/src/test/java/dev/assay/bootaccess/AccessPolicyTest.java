package dev.assay.bootaccess;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.bootaccess.AccessPolicy.Inspections;
import dev.assay.id.MacAddress;
import dev.assay.inspection.Stage;
import dev.assay.node.ProvisionState;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Source: spec pxe-filter.md 3.1. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AccessPolicyTest {
  @ParameterizedTest(name = "{0}, inspection {1}")
  @CsvSource({
    "inspecting,     starting,   on-inspection",
    "inspecting,     processing, on-inspection",
    "inspect wait,   waiting,    on-inspection",
    "inspect failed, aborting,   not-on-inspection",
    "inspecting,     reapplying, not-on-inspection",
    "inspecting,     ,           not-on-inspection",
    "manageable,     ,           not-on-inspection",
    "available,      ,           not-on-inspection",
    "active,         ,           not-on-inspection",
    "enroll,         ,           not-on-inspection",
    "enroll,         waiting,    not-on-inspection",
  })
  void a_node(String state, String stage, String reason) {
    var decision = policy(null).decide(machine(state, stage, "agent", false, ""));

    assertThat(decision.reason().wire()).isEqualTo(reason);
    assertThat(decision.access())
        .isEqualTo(reason.equals("on-inspection") ? Access.ALLOW : Access.DENY);
  }

  @ParameterizedTest(name = "{0}, inspection {1}")
  @CsvSource({
    "enroll,     enrolling,  on-inspection",
    "enroll,     processing, on-inspection",
    "manageable, processing, not-on-inspection",
  })
  void a_node_that_was_discovered(String state, String stage, String reason) {
    var decision = policy(null).decide(machine(state, stage, "agent", true, ""));

    assertThat(decision.reason().wire()).isEqualTo(reason);
  }

  @ParameterizedTest(name = "{0}, inspection {1}")
  @CsvSource({
    "manageable, waiting,    on-inspection",
    "enroll,     starting,   on-inspection",
    "enroll,     reapplying, not-on-inspection",
    "manageable, aborting,   not-on-inspection",
  })
  void a_node_whose_inspection_the_classic_API_started(String state, String stage, String reason) {
    var running =
        new Machine.Running("agent", Stage.valueOf(stage.toUpperCase(Locale.ROOT)), false, true);

    var decision = policy(null).decide(machine(state, running, ""));

    assertThat(decision.reason().wire()).isEqualTo(reason);
  }

  @ParameterizedTest(name = "group {0} at a filter of {1}, interface {2}")
  @CsvSource({
    "'',    ,     agent,   on-inspection",
    "rack1, ,     agent,   on-inspection",
    "rack1, rack1, agent,  on-inspection",
    "rack2, rack1, agent,  other-group",
    "'',    rack1, agent,  other-group",
    "'',    ,     redfish, other-interface",
  })
  void a_node_of_another_group_or_interface(
      String group, String mine, String inspectInterface, String reason) {
    var decision =
        policy(mine).decide(machine("inspect wait", "waiting", inspectInterface, false, group));

    assertThat(decision.reason().wire()).isEqualTo(reason);
  }

  @ParameterizedTest(name = "{0}, discovery {1}, inspections {2}, without ports {3}")
  @CsvSource({
    "DISCOVERY,  false, false, false, deny",
    "DISCOVERY,  false, true,  true,  deny",
    "DISCOVERY,  true,  false, false, allow",
    "PORTLESS,   false, true,  false, deny",
    "PORTLESS,   false, true,  true,  allow",
    "PORTLESS,   true,  false, false, allow",
    "INSPECTION, false, false, false, deny",
    "INSPECTION, false, true,  false, allow",
    "INSPECTION, true,  false, false, allow",
    "NEVER,      true,  true,  true,  deny",
  })
  void an_unknown_machine(
      UnknownHosts hosts, boolean discovery, boolean any, boolean portless, String access) {
    var policy = new AccessPolicy(List.of("agent"), null, hosts, discovery);

    assertThat(policy.decideUnknown(new Inspections(any, portless)).access().wire())
        .isEqualTo(access);
  }

  private static AccessPolicy policy(@Nullable String group) {
    return new AccessPolicy(List.of("agent"), group, UnknownHosts.DISCOVERY, false);
  }

  private static Machine machine(
      String state,
      @Nullable String stage,
      String inspectInterface,
      boolean discovered,
      String group) {
    var running =
        stage == null
            ? null
            : new Machine.Running(
                inspectInterface, Stage.valueOf(stage.toUpperCase(Locale.ROOT)), discovered, false);
    return machine(state, running, group);
  }

  private static Machine machine(String state, Machine.@Nullable Running running, String group) {
    return new Machine(
        MacAddress.of("52:54:00:00:00:01"),
        UUID.randomUUID(),
        ProvisionState.ofWire(state).orElseThrow(),
        group,
        null,
        running);
  }
}
