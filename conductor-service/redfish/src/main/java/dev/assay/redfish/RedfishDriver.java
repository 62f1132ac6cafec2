package dev.assay.redfish;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.BootMode;
import dev.assay.hardware.BootModes;
import dev.assay.hardware.Deadline;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.Firmware;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareInventory;
import dev.assay.hardware.HardwareReport;
import dev.assay.hardware.HttpBoot;
import dev.assay.hardware.NetworkCards;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.hardware.Sleep;
import dev.assay.hardware.VirtualMedia;
import dev.assay.http.ExchangeWatch;
import dev.assay.id.MacAddress;
import dev.assay.redfish.client.RedfishClient;
import dev.assay.redfish.client.RedfishConnections;
import dev.assay.redfish.client.RedfishResource;
import dev.assay.redfish.client.RedfishResource.ComputerSystem;
import dev.assay.redfish.inventory.FirmwareVersions;
import dev.assay.redfish.inventory.InventoryReader;
import dev.assay.redfish.system.BootOverride;
import dev.assay.redfish.system.BootSource;
import dev.assay.redfish.system.CardAddresses;
import dev.assay.redfish.system.PowerControl;
import dev.assay.redfish.system.VirtualCd;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hardware type {@code redfish}: power, boot device, boot mode, virtual CD, network cards and
 * inventory of machines whose BMC speaks Redfish (DMTF DSP0266). A thread that is interrupted while
 * it waits gets a CancellationException. Source: spec conductor.md 8 and 12, api.md 20.
 */
public sealed class RedfishDriver
    implements HardwareDriver,
        Power,
        Boot,
        BootModes,
        NetworkCards,
        VirtualMedia,
        HttpBoot,
        Firmware,
        HardwareInventory
    permits IdracDriver {
  static final Path CA_FOLDER = Path.of("/etc/assay/ca");

  private final Times times;
  private final InstantSource clock;
  private final Sleep pause;
  private final DriverDescription description;
  private final RedfishConnections connections;

  /**
   * Timeouts for BMCs.
   *
   * @param connect for accepting a connection
   * @param request for answering one request
   * @param operation for an operation without a limit of its own, retries included
   */
  public record Times(Duration connect, Duration request, Duration operation) {
    static Times withRequest(Duration limit) {
      return new Times(Duration.ofSeconds(5), limit, Duration.ofMinutes(2));
    }
  }

  /** Uses the defaults of the service's options. */
  public RedfishDriver() {
    this(CA_FOLDER, Duration.ofSeconds(30));
  }

  /**
   * @param caFolder nodes can name certificates of authorities below it only
   * @param requestTimeout limits the time of one request
   */
  public RedfishDriver(Path caFolder, Duration requestTimeout) {
    this(caFolder, requestTimeout, ExchangeWatch.NONE);
  }

  /**
   * @param caFolder as above
   * @param watch is told of each request to a BMC
   */
  public RedfishDriver(Path caFolder, Duration requestTimeout, ExchangeWatch watch) {
    this(
        Times.withRequest(requestTimeout),
        InstantSource.system(),
        Sleep.REAL,
        caFolder,
        RedfishDescription.of(caFolder),
        watch);
  }

  /** Uses other timeouts and another clock. */
  public RedfishDriver(Times times, InstantSource clock, Sleep pause) {
    this(times, clock, pause, CA_FOLDER, RedfishDescription.of(CA_FOLDER), ExchangeWatch.NONE);
  }

  /** Also uses another description; for hardware types that are Redfish under another name. */
  RedfishDriver(
      Times times,
      InstantSource clock,
      Sleep pause,
      Path caFolder,
      DriverDescription description,
      ExchangeWatch watch) {
    this.times = times;
    this.clock = clock;
    this.pause = pause;
    this.description = description;
    this.connections =
        new RedfishConnections(times.connect(), times.request(), caFolder, clock, watch);
  }

  @Override
  public DriverDescription description() {
    return description;
  }

  /** Closes the sessions that are open at BMCs. */
  @Override
  public void close() {
    connections.close();
  }

  @Override
  public Optional<PowerState> power(Bmc bmc) {
    var client = client(bmc, deadline(times.operation()));
    var system = system(client, bmc);
    return PowerControl.meaning(system.powerState());
  }

  @Override
  public void power(Bmc bmc, PowerState target, Duration limit) {
    var deadline = deadline(limit);
    var client = client(bmc, deadline);
    new PowerControl(client, systemPath(client, bmc), deadline, bmc.mayPowerOff()).bring(target);
  }

  @Override
  public void bootFrom(Bmc bmc, BootDevice device, boolean persistent) {
    var client = client(bmc, deadline(times.operation()));
    new BootOverride(client, systemPath(client, bmc)).set(device, persistent);
  }

  @Override
  public void cancelBootOnce(Bmc bmc) {
    var client = client(bmc, deadline(times.operation()));
    new BootOverride(client, systemPath(client, bmc)).cancelOnce();
  }

  @Override
  public void bootFromUrl(Bmc bmc, URI image) {
    var client = client(bmc, deadline(times.operation()));
    new BootOverride(client, systemPath(client, bmc)).setUrl(image);
  }

  @Override
  public boolean hasCdDrive(Bmc bmc) {
    return virtualCd(bmc).exists();
  }

  @Override
  public void insert(Bmc bmc, URI image) {
    virtualCd(bmc).insert(image);
  }

  @Override
  public void eject(Bmc bmc) {
    virtualCd(bmc).eject();
  }

  @Override
  public BootChoice bootDevice(Bmc bmc) {
    var client = client(bmc, deadline(times.operation()));
    return BootOverride.choice(client, system(client, bmc));
  }

  @Override
  public BootSettings bootSettings(Bmc bmc) {
    var client = client(bmc, deadline(times.operation()));
    var system = system(client, bmc);
    var secureBoot =
        system
            .secureBoot()
            .flatMap(path -> client.find(path, RedfishResource.SecureBoot.class))
            .flatMap(found -> found.resource().enabled());
    var mode = BootOverride.mode(client, system).flatMap(BootSource::mode).map(BootMode::wire);
    return new BootSettings(mode.orElse(null), secureBoot.orElse(null), system.manufacturer());
  }

  @Override
  public void setBootMode(Bmc bmc, BootMode mode) {
    var client = client(bmc, deadline(times.operation()));
    new BootOverride(client, systemPath(client, bmc)).setMode(mode);
  }

  @Override
  public void setSecureBoot(Bmc bmc, boolean on) {
    var client = client(bmc, deadline(times.operation()));
    var path =
        system(client, bmc)
            .secureBoot()
            .filter(linked -> client.find(linked).isPresent())
            .orElseThrow(() -> client.errors().notOffered("secure boot (SecureBoot)"));
    var body = JsonNodeFactory.instance.objectNode().put("SecureBootEnable", on);
    client.change(path, RedfishResource.SecureBoot.class, _ -> Optional.of(body));
  }

  @Override
  public List<MacAddress> macAddresses(Bmc bmc) {
    var client = client(bmc, deadline(times.operation()));
    return new CardAddresses(client).read(system(client, bmc));
  }

  /** Has more time than other operations: slow BMCs need seconds for each of many requests. */
  @Override
  public HardwareReport inventory(Bmc bmc) {
    var deadline = deadline(times.operation().multipliedBy(3));
    var client = client(bmc, deadline);
    return InventoryReader.of(client, deadline, systemPath(client, bmc)).read();
  }

  @Override
  public Map<String, String> firmware(Bmc bmc) {
    var client = client(bmc, deadline(times.operation()));
    return FirmwareVersions.main(client, systemPath(client, bmc));
  }

  private VirtualCd virtualCd(Bmc bmc) {
    var deadline = deadline(times.operation());
    var client = client(bmc, deadline);
    var system = client.require(systemPath(client, bmc), ComputerSystem.class);
    return new VirtualCd(client, deadline, system);
  }

  private RedfishClient client(Bmc bmc, Deadline deadline) {
    var access = DriverInfo.access(bmc, description);
    return connections.client(bmc.node(), access, deadline, bmc::requireCommand);
  }

  private static ComputerSystem system(RedfishClient client, Bmc bmc) {
    return client.require(systemPath(client, bmc), ComputerSystem.class).resource();
  }

  private static String systemPath(RedfishClient client, Bmc bmc) {
    return client.systemPath(bmc.get("redfish_system_id"));
  }

  private Deadline deadline(Duration limit) {
    return new Deadline(clock, pause, limit);
  }
}
