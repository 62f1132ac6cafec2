package dev.assay.api.doctor;

import static java.util.stream.Collectors.toSet;

import dev.assay.api.conductor.ServingConductors;
import dev.assay.api.management.NodeRequests;
import dev.assay.api.node.NodeFinder;
import dev.assay.api.node.validation.NodeValidation;
import dev.assay.boot.BootMethod;
import dev.assay.doctor.Finding;
import dev.assay.error.AssayException;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.InterfaceType;
import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionLifecycle;
import dev.assay.node.ProvisionState;
import dev.assay.node.SharedBmcs;
import dev.assay.nodeedit.NodeEdit;
import dev.assay.port.Ports;
import dev.assay.registration.ConductorConfig;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks one node: what is stored about it, and, by way of a conductor, its BMC. */
@ApplicationScoped
class NodeExamination {
  private static final List<InterfaceType> NEEDED =
      List.of(
          InterfaceType.POWER, InterfaceType.MANAGEMENT, InterfaceType.BOOT, InterfaceType.INSPECT);

  private final NodeFinder known;
  private final ServingConductors conductors;
  private final NodeValidation validation;
  private final NodeRequests requests;
  private final SharedBmcs bmcs;
  private final Ports ports;
  private final ServiceExamination service;
  private final boolean inspectedInMaintenance;

  NodeExamination(
      NodeFinder known,
      ServingConductors conductors,
      NodeValidation validation,
      NodeRequests requests,
      SharedBmcs bmcs,
      Ports ports,
      ServiceExamination service,
      ConductorConfig config) {
    this.known = known;
    this.conductors = conductors;
    this.validation = validation;
    this.requests = requests;
    this.bmcs = bmcs;
    this.ports = ports;
    this.service = service;
    this.inspectedInMaintenance = config.allowProvisioningInMaintenance();
  }

  /** A node and what was found. */
  record Examined(NodeId node, @Nullable String name, List<Finding> findings) {}

  /** What the database says; {@code reachable} when it makes sense to ask the BMC. */
  private record Stored(
      long id, NodeId uuid, NodeAttributes attributes, List<Finding> findings, boolean reachable) {}

  /** Checks a node. Throws NOT_FOUND. Must be called outside a transaction: it asks a conductor. */
  Examined run(String ident) {
    var stored = QuarkusTransaction.requiringNew().call(() -> stored(known.require(ident)));
    var findings = new ArrayList<>(stored.findings());
    if (stored.reachable()) {
      findings.addAll(bmc(stored));
    } else {
      findings.add(Finding.skipped("bmc", "Not asked: correct the above first."));
    }
    return new Examined(stored.uuid(), stored.attributes().name(), findings);
  }

  private Stored stored(Node node) {
    var findings = new ArrayList<Finding>();
    var driver =
        conductors.describe(node.attributes().driver(), node.attributes().conductorGroup());
    var served =
        conductors.isServed(node.attributes().driver(), node.attributes().conductorGroup());
    findings.add(conductor(node, driver.isPresent(), served));
    findings.add(state(node));
    driver.ifPresent(it -> findings.addAll(settings(node, it)));
    findings.add(sharedBmc(node));
    findings.addAll(booting(node));
    var reachable =
        served && validation.unusable(node, driver.orElseThrow(), InterfaceType.POWER).isEmpty();
    return new Stored(node.id(), node.uuid(), node.attributes(), findings, reachable);
  }

  private static Finding conductor(Node node, boolean expected, boolean served) {
    if (served) {
      return Finding.ok("conductor", "A conductor serves the node.");
    }
    var attributes = node.attributes();
    return expected
        ? Finding.warning(
            "conductor",
            "No conductor that serves the node is running now; one was until recently, and orders"
                + " wait for it.",
            "Start it, and look at its log.")
        : Finding.failed(
            "conductor",
            NodeEdit.notServed(attributes.driver(), attributes.conductorGroup()),
            "Start a conductor of this group with the driver in"
                + " assay.conductor.enabled-hardware-types, or change driver or conductor_group.");
  }

  private Finding state(Node node) {
    var state = node.provisionState();
    if (state != ProvisionState.ENROLL
        && node.reservation() == null
        && ProvisionLifecycle.next(state, ProvisionEvent.INSPECT).isEmpty()) {
      return Finding.failed(
          "state",
          "A node that is %s cannot be inspected.".formatted(state.wire()),
          "Bring it to manageable: openstack baremetal node manage %s".formatted(node.uuid()));
    }
    if (node.attributes().maintenance()) {
      var detail = "The node is in maintenance.";
      var fix = "Take it out: openstack baremetal node maintenance unset %s".formatted(node.uuid());
      return inspectedInMaintenance
          ? Finding.warning("state", detail, fix)
          : Finding.failed("state", detail, fix);
    }
    if (node.reservation() != null) {
      return Finding.warning(
          "state",
          "Conductor %s works on the node at this moment.".formatted(node.reservation()),
          "Wait until it is done.");
    }
    return state == ProvisionState.ENROLL
        ? Finding.warning(
            "state",
            "The node is in enroll.",
            "Before its inspection: openstack baremetal node manage %s".formatted(node.uuid()))
        : Finding.ok("state", "The node is %s: it can be inspected.".formatted(state.wire()));
  }

  /** One finding for each reason that makes an interface useless. */
  private List<Finding> settings(Node node, DriverDescription driver) {
    var reasons = new LinkedHashSet<String>();
    NEEDED.stream()
        .flatMap(type -> validation.unusable(node, driver, type).stream())
        .map(AssayException::sentence)
        .forEach(reasons::add);
    return reasons.isEmpty()
        ? List.of(Finding.ok("settings", "Driver, interfaces and driver_info fit together."))
        : reasons.stream()
            .map(
                why ->
                    Finding.failed(
                        "settings", why, "Change the node: openstack baremetal node set."))
            .toList();
  }

  private Finding sharedBmc(Node node) {
    var others = bmcs.with(node);
    return others.isEmpty()
        ? Finding.ok("duplicate-bmc", "No other node has this BMC.")
        : Finding.failed(
            "duplicate-bmc",
            "The same BMC is that of node %s.".formatted(String.join(", ", others)),
            "Delete one of the nodes, or correct its address or redfish_system_id.");
  }

  /** What a machine needs that boots the ramdisk. */
  private List<Finding> booting(Node node) {
    if (!node.attributes().chosen(InterfaceType.INSPECT).equals("agent")) {
      return List.of();
    }
    var fromNetwork =
        switch (BootMethod.of(node.attributes().chosen(InterfaceType.BOOT))) {
          case NETWORK, UEFI_HTTP -> true;
          case VIRTUAL_MEDIA, UEFI_HTTP_IMAGE -> false;
        };
    if (!fromNetwork) {
      return List.of(service.callback());
    }
    return ports.of(node).isEmpty() && service.needsPorts()
        ? List.of(service.callback(), service.filters(), withoutPorts(node))
        : List.of(service.callback(), service.filters());
  }

  private static Finding withoutPorts(Node node) {
    return Finding.warning(
        "pxe-filter",
        "The node has no port, and the PXE filter lets only known machines boot. Ports are made"
            + " before the machine boots only if its BMC reports its network cards.",
        "Create one for each network card that boots: openstack baremetal port create MAC --node"
            + " %s; or set assay.pxe-filter.unknown-hosts=portless.".formatted(node.uuid()));
  }

  private List<Finding> bmc(Stored stored) {
    try {
      var reply =
          requests.ask(
              stored.attributes(),
              new ConductorRequest.ExamineBmc(stored.uuid()),
              ConductorReply.Examined.class);
      return Stream.concat(reply.findings().stream(), Stream.of(ports(stored, reply.macs())))
          .toList();
    } catch (AssayException e) {
      return List.of(
          Finding.failed(
              "bmc", e.sentence(), "Check the BMC, and that conductors and broker are running."));
    }
  }

  /** Whether the ramdisk's data would find this node. */
  private Finding ports(Stored stored, List<String> reported) {
    var macs = reported.stream().flatMap(text -> MacAddress.parse(text).stream()).toList();
    var foreign =
        QuarkusTransaction.requiringNew()
            .call(
                () ->
                    ports.owners(macs).stream()
                        .filter(owner -> owner.nodeId() != stored.id())
                        .map(Ports.Owner::address)
                        .collect(toSet()));
    return foreign.isEmpty()
        ? Finding.ok("duplicate-mac", "No other node has a port for one of its network cards.")
        : Finding.failed(
            "duplicate-mac",
            "Network cards of this machine are ports of another node: %s."
                .formatted(String.join(", ", foreign.stream().sorted().toList())),
            "Delete these ports: openstack baremetal port list --address MAC shows them.");
  }
}
