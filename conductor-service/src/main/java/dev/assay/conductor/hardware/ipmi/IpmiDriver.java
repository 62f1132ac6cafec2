package dev.assay.conductor.hardware.ipmi;

import dev.assay.conductor.hardware.IpmiConfig;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.Deadline;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.hardware.Sleep;
import dev.assay.tracing.Tracing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Hardware type {@code ipmi}: power and boot device of machines whose BMC speaks IPMI over LAN, by
 * the program ipmitool. A thread that is interrupted while it waits gets a CancellationException.
 * Source: spec conductor.md 12, api.md 20.
 */
public final class IpmiDriver implements HardwareDriver, Power, Boot {
  private static final Duration OPERATION = Duration.ofMinutes(2);
  private static final Pattern BOOT_DATA = Pattern.compile("Boot parameter data: *([0-9a-fA-F]+)");
  private static final Pattern BOOT_SET = Pattern.compile("Set Boot Device to ");
  private static final Pattern MANUFACTURER =
      Pattern.compile("Manufacturer Name *: *(\\P{Cntrl}*)");
  private static final Pattern ANYTHING = Pattern.compile("");

  /** Sets parameter 3 of the boot options: the flags do not expire. Source: IPMI v2.0 28.13. */
  private static final List<String> KEEP_BOOT_DEVICE =
      List.of("raw", "0x00", "0x08", "0x03", "0x08");

  /** Sets parameter 5 of the boot options: no flag is valid. Source: IPMI v2.0 28.13. */
  private static final List<String> NO_BOOT_DEVICE =
      List.of("raw", "0x00", "0x08", "0x05", "0x00", "0x00", "0x00", "0x00", "0x00");

  private final InstantSource clock;
  private final Sleep pause;
  private final Ipmitool program;
  private final IpmiClient.Tools tools;

  /** Uses the defaults of the service's options. */
  public IpmiDriver() {
    this(
        "ipmitool",
        Duration.ofSeconds(30),
        Duration.ofSeconds(1),
        InstantSource.system(),
        Sleep.REAL);
  }

  /** Uses the service's options. */
  public IpmiDriver(IpmiConfig config, Tracing tracing) {
    this(
        config.program(),
        config.commandTimeout(),
        config.minCommandInterval(),
        InstantSource.system(),
        Sleep.REAL,
        tracing);
  }

  /**
   * @param limit of one run of {@code name}, the program
   * @param interval between two commands to one BMC
   */
  IpmiDriver(String name, Duration limit, Duration interval, InstantSource clock, Sleep pause) {
    this(name, limit, interval, clock, pause, Tracing.OFF);
  }

  private IpmiDriver(
      String name,
      Duration limit,
      Duration interval,
      InstantSource clock,
      Sleep pause,
      Tracing tracing) {
    this.clock = clock;
    this.pause = pause;
    this.program = new Ipmitool(name);
    this.tools = new IpmiClient.Tools(program, new BmcTurns(clock, interval), limit, tracing);
  }

  @Override
  public DriverDescription description() {
    return IpmiDescription.DESCRIPTION;
  }

  /** Tells why no command can be run here, such as a missing program; empty when they can. */
  public Optional<String> unusable() {
    return program.missing();
  }

  @Override
  public Optional<PowerState> power(Bmc bmc) {
    return Optional.of(power(bmc, deadline(OPERATION)).now());
  }

  @Override
  public void power(Bmc bmc, PowerState target, Duration limit) {
    power(bmc, deadline(limit)).bring(target);
  }

  private IpmiPower power(Bmc bmc, Deadline deadline) {
    return new IpmiPower(client(bmc, deadline), deadline, bmc.mayPowerOff());
  }

  @Override
  public void bootFrom(Bmc bmc, BootDevice device, boolean persistent) {
    var access = IpmiAccess.of(bmc);
    var client = client(bmc, deadline(OPERATION));
    var word = BootFlags.word(device).orElseThrow(() -> client.errors().notOffered(device.wire()));
    if (access.keepsBootDevice()) {
      client.changeIfOffered(ANYTHING, KEEP_BOOT_DEVICE);
    }
    var command = new ArrayList<>(List.of("chassis", "bootdev", word));
    var options = options(access, persistent);
    if (!options.isEmpty()) {
      command.add("options=" + String.join(",", options));
    }
    client.change(BOOT_SET, command);
  }

  private static List<String> options(IpmiAccess access, boolean persistent) {
    var options = new ArrayList<String>();
    if (persistent) {
      options.add("persistent");
    }
    switch (access.bootMode()) {
      case UEFI -> options.add("efiboot");
      case BIOS -> {} // what ipmitool means without an option
    }
    return options;
  }

  @Override
  public void cancelBootOnce(Bmc bmc) {
    var client = client(bmc, deadline(OPERATION));
    if (BootFlags.once(bootFlagsIfOffered(client))) {
      client.change(ANYTHING, NO_BOOT_DEVICE);
    }
  }

  /** Empty when the BMC does not tell them: then nothing is known that could be cancelled. */
  private static String bootFlagsIfOffered(IpmiClient client) {
    try {
      return bootFlags(client);
    } catch (HardwareFailure e) {
      if (e.code() != ErrorCode.UNSUPPORTED) {
        throw e;
      }
      return "";
    }
  }

  @Override
  public BootChoice bootDevice(Bmc bmc) {
    return BootFlags.choice(bootFlags(client(bmc, deadline(OPERATION))));
  }

  private static String bootFlags(IpmiClient client) {
    return client.ask(BOOT_DATA, "chassis", "bootparam", "get", "5").group(1);
  }

  /** Only the vendor: IPMI reports the mode of the next boot, and not that of the machine. */
  @Override
  public BootSettings bootSettings(Bmc bmc) {
    var client = client(bmc, deadline(OPERATION));
    var vendor = client.ask(MANUFACTURER, "mc", "info").group(1).strip();
    return new BootSettings(
        null,
        null,
        Optional.of(vendor).filter(name -> !name.isEmpty() && !name.startsWith("Unknown")));
  }

  private IpmiClient client(Bmc bmc, Deadline deadline) {
    var access = IpmiAccess.of(bmc);
    return new IpmiClient(
        access, new IpmiErrors(access, bmc), tools, deadline, bmc::requireCommand);
  }

  private Deadline deadline(Duration limit) {
    return new Deadline(clock, pause, limit);
  }
}
