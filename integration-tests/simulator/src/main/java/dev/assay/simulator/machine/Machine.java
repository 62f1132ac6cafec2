package dev.assay.simulator.machine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.hardware.Hardware;
import dev.assay.simulator.machine.MachineEvent.Stage;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One simulated machine of a rack. Thread-safe. */
public final class Machine {
  /** Number of machines per rack in generated names. */
  private static final int RACK_UNITS = 40;

  private final String name;
  private final Hardware hardware;
  private final Settings settings;
  private final Firmware firmware;
  private final Power power;
  private final Counters counters = new Counters();
  private final AtomicLong version = new AtomicLong(1);

  private volatile BootOverride bootOverride = BootOverride.NONE;
  private volatile Misbehaviour misbehaviour = new Misbehaviour.None();
  private volatile Consumer<Misbehaviour> misbehaviourListener = _ -> {};
  private volatile @Nullable URI bmcUrl;
  private volatile @Nullable URI insertedImage;
  private volatile @Nullable URI httpBootUri;
  private volatile boolean secureBootWanted;
  private volatile boolean secureBootUsed;

  /**
   * The settings that all machines of a rack share.
   *
   * @param powerDelay how long a power change takes
   * @param networkFirst true: without an override the machine boots from the network
   */
  public record Settings(
      Duration powerDelay, boolean networkFirst, MachineListener listener, InstantSource clock) {}

  private Machine(String name, Hardware hardware, Settings settings, Firmware firmware) {
    this.name = name;
    this.hardware = hardware;
    this.settings = settings;
    this.firmware = firmware;
    this.power = new Power(settings.powerDelay(), this::boot, this::powerChanged);
  }

  /** Creates a machine that is off; its name follows from the index: 40 is {@code rack2-u01}. */
  public static Machine of(int index, Hardware hardware, Settings settings, Firmware firmware) {
    var name = "rack%d-u%02d".formatted(index / RACK_UNITS + 1, index % RACK_UNITS + 1);
    return new Machine(name, hardware, settings, firmware);
  }

  public String name() {
    return name;
  }

  public Hardware hardware() {
    return hardware;
  }

  /**
   * The MACs without that of the BMC: lower case, in the order in which the ramdisk reports them.
   */
  public List<String> macAddresses() {
    return hardware.macAddresses();
  }

  /** The serial number; empty for virtual machines. */
  public String serial() {
    return hardware.serial();
  }

  /**
   * Root of the BMC's web server, such as {@code http://127.0.0.1:41233}.
   *
   * @throws IllegalStateException before the rack is started
   */
  public URI bmcUrl() {
    var url = bmcUrl;
    if (url == null) {
      throw new IllegalStateException(name + " has no BMC address before its rack is started");
    }
    return url;
  }

  /** Sets the URL at which the BMC listens. */
  public void bmcListensOn(URI url) {
    bmcUrl = url;
  }

  /** Path of the system on the BMC, such as {@code /redfish/v1/Systems/1}. */
  public String systemPath() {
    return "/redfish/v1/Systems/" + hardware.systemId();
  }

  /** Path of the chassis on the BMC, such as {@code /redfish/v1/Chassis/1}. */
  public String chassisPath() {
    return "/redfish/v1/Chassis/" + hardware.chassisId();
  }

  public String username() {
    return "admin";
  }

  public String password() {
    return hardware.bmcPassword();
  }

  /** A new copy of the callback body of a normally working machine; its {@code error} is null. */
  public ObjectNode payload() {
    return hardware.payload();
  }

  public PowerState powerState() {
    return power.state();
  }

  /** Changes the power, as a request to the BMC does. */
  public ResetOutcome reset(ResetType type) {
    return type == ResetType.GRACEFUL_SHUTDOWN
            && misbehaviour instanceof Misbehaviour.IgnoresShutdown
        ? ResetOutcome.STARTED
        : power.reset(type);
  }

  /** Cuts the power at once. */
  public void cutPower() {
    power.cut();
  }

  public BootOverride bootOverride() {
    return bootOverride;
  }

  public void overrideBoot(BootOverride override) {
    bootOverride = override;
    version.incrementAndGet();
  }

  /** The URL of the image in the virtual CD drive; empty when there is none. */
  public Optional<URI> insertedImage() {
    return Optional.ofNullable(insertedImage);
  }

  public void insertImage(URI image) {
    insertedImage = image;
    version.incrementAndGet();
  }

  public void ejectImage() {
    insertedImage = null;
    version.incrementAndGet();
  }

  /** The URL for UEFI HTTP boot; empty when none is set. */
  public Optional<URI> httpBootUri() {
    return Optional.ofNullable(httpBootUri);
  }

  public void httpBootFrom(@Nullable URI url) {
    httpBootUri = url;
    version.incrementAndGet();
  }

  /** Whether the machine will check signatures when it boots next. */
  public boolean secureBootWanted() {
    return secureBootWanted;
  }

  /** Whether the machine checked signatures when it booted last. */
  public boolean secureBootUsed() {
    return secureBootUsed;
  }

  /** Takes effect when the machine boots next. */
  public void secureBoot(boolean on) {
    secureBootWanted = on;
    version.incrementAndGet();
  }

  public Misbehaviour misbehaviour() {
    return misbehaviour;
  }

  /**
   * Replaces the misbehaviour; returns after the port of the BMC was opened or closed as needed.
   */
  public void misbehave(Misbehaviour next) {
    misbehaviour = next;
    misbehaviourListener.accept(next);
  }

  /** Registers the only listener that is called when the misbehaviour changes. */
  public void followMisbehaviour(Consumer<Misbehaviour> next) {
    misbehaviourListener = next;
  }

  public Counters counters() {
    return counters;
  }

  /** Increases whenever power or settings change; the BMC's ETag is derived from it. */
  public long version() {
    return version.get();
  }

  /** Reports an event to the listener of the rack. */
  public void report(Stage stage, String detail) {
    settings.listener().happened(new MachineEvent(settings.clock().instant(), name, stage, detail));
  }

  private Firmware.Running boot() {
    counters.poweredOn();
    secureBootUsed = secureBootWanted;
    var override = bootOverride;
    var source = override.active() ? source(override.target()) : standardSource();
    overrideBoot(override.used());
    return firmware.boot(this, source);
  }

  private BootSource source(BootOverride.Target target) {
    return switch (target) {
      case PXE -> new BootSource.Network();
      case CD, USB_CD ->
          insertedImage()
              .<BootSource>map(BootSource.Image::new)
              .orElseGet(() -> new BootSource.Nothing("the virtual CD drive is empty"));
      case UEFI_HTTP ->
          httpBootUri()
              .<BootSource>map(BootSource.Image::new)
              .orElseGet(BootSource.Network::new); // the DHCP server tells the URL
      case NONE, HDD, USB, BIOS_SETUP -> new BootSource.Disk();
    };
  }

  private BootSource standardSource() {
    return settings.networkFirst() ? new BootSource.Network() : new BootSource.Disk();
  }

  private void powerChanged() {
    version.incrementAndGet();
    switch (power.state()) {
      case ON -> report(Stage.POWER_ON, "");
      case OFF -> report(Stage.POWER_OFF, "");
      case POWERING_ON, POWERING_OFF -> {}
    }
  }
}
