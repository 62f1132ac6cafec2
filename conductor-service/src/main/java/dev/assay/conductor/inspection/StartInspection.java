package dev.assay.conductor.inspection;

import dev.assay.boot.BootConfig;
import dev.assay.boot.BootUrls;
import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.hardware.StoredBmc;
import dev.assay.conductor.inspect.InspectInterfaces;
import dev.assay.conductor.power.PowerOnThrottle;
import dev.assay.conductor.work.NodeWork;
import dev.assay.conductor.work.WorkOutcome;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.NetworkCards;
import dev.assay.hardware.PowerState;
import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import dev.assay.inspect.InspectStart;
import dev.assay.inspect.InspectedMachine;
import dev.assay.inspection.BmcAddresses;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.InspectorConfig;
import dev.assay.inspection.Stage;
import dev.assay.inspection.Trace;
import dev.assay.lease.LeasedNode;
import dev.assay.message.Announcement;
import dev.assay.message.Outbox;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import dev.assay.node.ProvisionEvent;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import dev.assay.port.Ports;
import dev.assay.registration.ConductorConfig;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Handles stage starting: lets the node's inspect interface start, then waits for the data or ends
 * the inspection. Reentrant: the next conductor may repeat every step. Source: spec conductor.md
 * 6.2.
 */
@ApplicationScoped
public class StartInspection {
  private static final Logger LOG = Logger.getLogger(StartInspection.class);

  /** RabbitMQ takes a command back that is not acknowledged for 30 minutes. */
  private static final Duration LONGEST_TURN = Duration.ofMinutes(4);

  /** The text of the classic service. Source: spec inspector-compat.md 3. */
  private static final String NOT_FINDABLE =
      "No lookup attributes were found, inspector won't be able to find it after introspection,"
          + " consider creating ironic ports or providing an IPMI address";

  private final NodeWork work;
  private final Inspections inspections;
  private final StageWaits waits;
  private final InspectionEnd end;
  private final Ports ports;
  private final Outbox outbox;
  private final Drivers drivers;
  private final InspectInterfaces interfaces;
  private final ProcessReport reports;
  private final PowerOnThrottle throttle;
  private final ConductorConfig config;
  private final InspectorConfig inspector;
  private final BootConfig boot;
  private final Clock clock;
  private final BmcAddresses addresses = new BmcAddresses(BmcAddresses::system);

  /**
   * What a conductor needs to know to start.
   *
   * @param ports how many the node has
   * @param findableBy the addresses of the BMC, when the ramdisk is expected already
   */
  private record Job(
      Node stored,
      Bmc bmc,
      String inspectInterface,
      boolean managesBoot,
      boolean classic,
      int ports,
      Optional<Collection<String>> findableBy) {
    NodeAttributes node() {
      return stored.attributes();
    }
  }

  StartInspection(
      NodeWork work,
      Inspections inspections,
      StageWaits waits,
      InspectionEnd end,
      Ports ports,
      Outbox outbox,
      Drivers drivers,
      InspectInterfaces interfaces,
      ProcessReport reports,
      PowerOnThrottle throttle,
      ConductorConfig config,
      InspectorConfig inspector,
      BootConfig boot,
      Clock clock) {
    this.work = work;
    this.inspections = inspections;
    this.waits = waits;
    this.end = end;
    this.ports = ports;
    this.outbox = outbox;
    this.drivers = drivers;
    this.interfaces = interfaces;
    this.reports = reports;
    this.throttle = throttle;
    this.config = config;
    this.inspector = inspector;
    this.boot = boot;
    this.clock = clock;
  }

  public WorkOutcome run(NodeId node, UUID id) {
    try {
      return work.run(node, found -> findJob(found, id), (leased, job) -> start(leased, id, job));
    } catch (NotItsTurn e) {
      return new WorkOutcome.NodeBusy(e.getMessage());
    }
  }

  /**
   * The command is sent again: a broker takes it back when it is not acknowledged for long. As a
   * cancellation, it is no failure of the inspect interface.
   */
  private static final class NotItsTurn extends CancellationException {
    private static final long serialVersionUID = 1L;

    NotItsTurn(NodeId node) {
      super(
          "other machines are powered on before node %s (assay.conductor.reboot-throttle)"
              .formatted(node));
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  private Optional<Job> findJob(Node node, UUID id) {
    return starting(node, id)
        .map(
            run -> {
              waits.takenUp(run);
              run.begin(config.inspectStartTimeout());
              return job(node, run);
            });
  }

  private Job job(Node node, Inspection run) {
    var macs = macs(node);
    var known =
        run.bootsRamdisk()
            ? knownAddresses(node.attributes())
            : Optional.<Collection<String>>empty();
    known.ifPresent(it -> makeFindable(node, it, macs));
    return new Job(
        node,
        StoredBmc.of(node),
        run.inspectInterface(),
        run.managesBoot(),
        run.classic(),
        macs.size(),
        known);
  }

  /** The addresses of the BMC, when neither a name server nor the BMC itself must be asked. */
  private Optional<Collection<String>> knownAddresses(NodeAttributes node) {
    var known =
        !addresses.mustResolve(node)
            && (!inspector.preCreatePorts() || drivers.lacks(node, NetworkCards.class));
    return known ? Optional.of(addresses.of(node)) : Optional.empty();
  }

  private Optional<Inspection> starting(Node node, UUID id) {
    return inspections
        .active(node)
        .filter(run -> run.uuid().equals(id) && run.stage() == Stage.STARTING)
        .filter(run -> run.isCurrentFor(node));
  }

  private void start(LeasedNode leased, UUID id, Job job) {
    try {
      var driver = drivers.serving(job.node());
      var machine = new Machine(leased, id, job, driver, leased.guard(job.bmc()));
      switch (start(machine, job)) {
        case InspectStart.RamdiskBoots() ->
            work.finish(leased, node -> await(node, id, Optional.of(PowerState.ON)));
        case InspectStart.RamdiskAwaited() ->
            work.finish(leased, node -> await(node, id, Optional.empty()));
        case InspectStart.Collected(var report) ->
            reports.run(
                leased, job.stored(), job.inspectInterface(), report, node -> starting(node, id));
        case InspectStart.Finished() -> work.finish(leased, node -> finishWithoutData(node, id));
      }
    } catch (AssayException e) {
      var why = "Failed to inspect hardware. Reason: unable to start inspection: " + e.sentence();
      work.finish(leased, node -> failed(node, leased, id, e.code(), why));
    }
  }

  private InspectStart start(Machine machine, Job job) {
    if (job.managesBoot()) {
      return interfaces.start(job.inspectInterface(), machine);
    }
    machine.expectRamdisk(); // the operator boots it
    return new InspectStart.RamdiskAwaited();
  }

  /** The machine as its inspect interface sees it. */
  private final class Machine implements InspectedMachine {
    private final LeasedNode leased;
    private final UUID inspection;
    private final Job job;
    private final HardwareDriver driver;
    private final Bmc bmc;

    Machine(LeasedNode leased, UUID inspection, Job job, HardwareDriver driver, Bmc bmc) {
      this.leased = leased;
      this.inspection = inspection;
      this.job = job;
      this.driver = driver;
      this.bmc = bmc;
    }

    @Override
    public HardwareDriver driver() {
      return driver;
    }

    @Override
    public Bmc bmc() {
      return bmc;
    }

    @Override
    public boolean powerOffForbidden() {
      return job.node().disablePowerOff();
    }

    @Override
    public Duration powerLimit() {
      return config.powerStateChangeTimeout();
    }

    @Override
    public String bootInterface() {
      return job.node().chosen(InterfaceType.BOOT);
    }

    @Override
    public URI bootImage() {
      return BootUrls.image(job.node().driverInfo(), boot, inspection)
          .orElseThrow(
              () ->
                  new HardwareFailure(
                      ErrorCode.INVALID_PARAMETER,
                      "No URL for the image of the ramdisk: set assay.boot.url to the API's address"
                          + " as BMCs reach it."));
    }

    @Override
    public void expectRamdisk() {
      int found = job.findableBy().map(Collection::size).orElseGet(this::makeFindable);
      if (job.classic() && found + job.ports() == 0) {
        throw new HardwareFailure(ErrorCode.NO_LOOKUP_ADDRESSES, NOT_FINDABLE);
      }
    }

    /** Returns how many addresses of the BMC and of network cards there are. */
    private int makeFindable() {
      var known = addresses.of(job.node());
      var cards = networkCards(driver, bmc);
      work.write(leased, node -> StartInspection.this.makeFindable(node, inspection, known, cards));
      return known.size() + cards.size();
    }

    /** Meanwhile the time limit of waiting work applies, afterwards that of the start. */
    @Override
    public void awaitPowerOn() {
      if (throttle.isOn()) {
        change(run -> run.giveTime(config.queueTimeout()));
        if (!throttle.awaitTurn(LONGEST_TURN)) {
          change(run -> run.postpone(config.queueTimeout()));
          throw new NotItsTurn(leased.node());
        }
        change(run -> run.giveTime(config.inspectStartTimeout()));
      }
    }

    private void change(Consumer<Inspection> change) {
      work.write(leased, node -> starting(node, inspection).ifPresent(change));
    }
  }

  /**
   * The MAC addresses that the BMC reports. A failure is only logged: an unreachable BMC is
   * reported when power is needed.
   */
  private List<MacAddress> networkCards(HardwareDriver driver, Bmc bmc) {
    if (inspector.preCreatePorts() && driver instanceof NetworkCards cards) {
      try {
        return cards.macAddresses(bmc);
      } catch (HardwareFailure e) {
        LOG.warnf("No ports are made of what the BMC reports: %s", e.sentence());
      }
    }
    return List.of();
  }

  private void makeFindable(Node node, UUID id, Collection<String> known, List<MacAddress> cards) {
    starting(node, id)
        .ifPresent(
            _ -> {
              cards.forEach(mac -> addPort(node, mac));
              makeFindable(node, known, macs(node));
            });
  }

  /**
   * Runs before power on: the ramdisk's data must find the node, and DHCP must answer the machine.
   */
  private void makeFindable(Node node, Collection<String> known, List<MacAddress> macs) {
    inspections.findableBy(node, known);
    outbox.announce(new Announcement.Allow(macs));
  }

  private List<MacAddress> macs(Node node) {
    return ports.of(node).stream().map(Port::address).toList();
  }

  private void addPort(Node node, MacAddress mac) {
    var found = PortAttributes.found(mac, true, StoredJson.object(), StoredJson.object(), null);
    if (ports.addUnlessTaken(node.id(), List.of(found), clock.instant()) == 1) {
      LOG.infof("Port %s was made: the BMC reports that address.", mac);
    }
  }

  private void await(Node node, UUID id, Optional<PowerState> power) {
    starting(node, id)
        .ifPresent(
            run -> {
              var now = clock.instant();
              power.ifPresent(state -> node.powerIs(state, now));
              if (run.movesNode()) {
                node.move(ProvisionEvent.WAIT, now);
              }
              run.await(now, config.inspectWaitTimeout());
            });
  }

  private void finishWithoutData(Node node, UUID id) {
    starting(node, id)
        .ifPresent(
            run -> {
              var now = clock.instant();
              run.finishOutOfBand(Trace.EMPTY, now);
              node.move(ProvisionEvent.DONE, now);
            });
  }

  private void failed(Node node, LeasedNode leased, UUID id, ErrorCode code, String why) {
    starting(node, id)
        .ifPresent(
            run -> {
              end.failed(node, run, code, why, Trace.EMPTY, leased.holder());
              end.sendPowerOff(node, run);
            });
  }
}
