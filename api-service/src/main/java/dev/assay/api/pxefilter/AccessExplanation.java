package dev.assay.api.pxefilter;

import dev.assay.bootaccess.Access;
import dev.assay.bootaccess.AccessPolicy;
import dev.assay.bootaccess.AccessPolicy.Inspections;
import dev.assay.bootaccess.Decision;
import dev.assay.bootaccess.Machine;
import dev.assay.bootaccess.Machines;
import dev.assay.id.MacAddress;
import dev.assay.registration.PxeFilter;
import dev.assay.registration.PxeFilterReport;
import dev.assay.registration.PxeFilters;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/** Explains, from the database and the reports of the filters, whether a machine may boot. */
@ApplicationScoped
class AccessExplanation {
  private final Session database;
  private final PxeFilters filters;

  AccessExplanation(Session database, PxeFilters filters) {
    this.database = database;
    this.filters = filters;
  }

  /**
   * What one filter does with the machine.
   *
   * @param reason stable, for programs
   * @param detail a sentence
   * @param fix what to do to let it boot, in a sentence; null for nothing
   */
  record Answer(
      PxeFilter filter,
      String network,
      Access access,
      String reason,
      String detail,
      @Nullable String fix) {}

  /** What all living filters do with the machine; {@code machine} is empty when it has no port. */
  record Explained(Optional<Machine> machine, List<Answer> answers) {}

  /** Joins the caller's transaction. */
  Explained of(MacAddress address) {
    var machine =
        database
            .doReturningWork(connection -> Machines.these(connection, List.of(address)))
            .stream()
            .findFirst();
    var answers =
        filters.all().stream()
            .filter(PxeFilter::alive)
            .flatMap(filter -> filter.report().map(it -> answer(filter, it, machine)).stream())
            .toList();
    return new Explained(machine, answers);
  }

  private Answer answer(PxeFilter filter, PxeFilterReport report, Optional<Machine> machine) {
    return switch (report.state()) {
      case NOOP ->
          new Answer(
              filter,
              report.network(),
              Access.ALLOW,
              "noop",
              "This filter does nothing: its DHCP server answers everyone.",
              null);
      case STANDBY ->
          new Answer(
              filter,
              report.network(),
              Access.DENY,
              "standby",
              "This filter stands by: another one of network %s is active."
                  .formatted(report.network()),
              null);
      case CLOSED ->
          new Answer(
              filter,
              report.network(),
              Access.DENY,
              "closed",
              Optional.ofNullable(report.reason()).orElse("The filter is closed."),
              "Correct what it names; the filter then opens by itself.");
      case ACTIVE -> decided(filter, report, machine);
    };
  }

  private Answer decided(PxeFilter filter, PxeFilterReport report, Optional<Machine> machine) {
    var policy = report.policy();
    var decision =
        machine.map(policy::decide).orElseGet(() -> policy.decideUnknown(inspections(policy)));
    return new Answer(
        filter,
        report.network(),
        decision.access(),
        decision.reason().wire(),
        detail(decision, policy, machine),
        fix(decision));
  }

  private Inspections inspections(AccessPolicy policy) {
    return database.doReturningWork(connection -> Machines.inspections(connection, policy));
  }

  private static String detail(Decision decision, AccessPolicy policy, Optional<Machine> machine) {
    var node = machine.map(it -> it.node().toString()).orElse("");
    var state = machine.map(it -> it.state().wire()).orElse("");
    var run = machine.map(Machine::inspection);
    return switch (decision.reason()) {
      case ON_INSPECTION -> "Node %s is being inspected (%s).".formatted(node, state);
      case NOT_ON_INSPECTION -> "Node %s is not being inspected (%s).".formatted(node, state);
      case OTHER_INTERFACE ->
          "Node %s is inspected by interface %s, whose machines do not boot from this network; those of %s do."
              .formatted(
                  node,
                  run.map(Machine.Running::inspectInterface).orElse(""),
                  String.join(", ", policy.inspectInterfaces()));
      case OTHER_GROUP ->
          "Node %s is of conductor group '%s', and the filter lets only nodes of '%s' boot."
              .formatted(
                  node, machine.map(Machine::conductorGroup).orElse(""), policy.conductorGroup());
      case UNKNOWN_ALLOWED -> "No port has this address, and unknown machines may boot now.";
      case UNKNOWN_DENIED -> "No port has this address, and unknown machines may not boot now.";
    };
  }

  private static @Nullable String fix(Decision decision) {
    return switch (decision.reason()) {
      case ON_INSPECTION, UNKNOWN_ALLOWED -> null;
      case NOT_ON_INSPECTION -> "To let it boot: openstack baremetal node inspect NODE.";
      case OTHER_INTERFACE ->
          "Inspect the node with one of these interfaces, or add its interface to"
              + " assay.pxe-filter.supported-inspect-interfaces.";
      case OTHER_GROUP -> "Change the node's conductor_group, or assay.pxe-filter.conductor-group.";
      case UNKNOWN_DENIED ->
          "Create a port with this address, enable auto-discovery, or change"
              + " assay.pxe-filter.unknown-hosts.";
    };
  }
}
