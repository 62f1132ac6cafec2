package dev.assay.conductor.hardware.fake;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.BootMode;
import dev.assay.hardware.BootModes;
import dev.assay.hardware.Deadline;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.DriverDescription.Property;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.hardware.Sleep;
import dev.assay.hardware.ValueShape;
import dev.assay.id.NodeId;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Hardware type {@code fake-hardware}: keeps power state, boot device and boot mode in memory, and
 * fails when driver_info says so. A machine is off until it is powered on, and boots from the
 * network as Ironic's fake hardware does. Source: spec api.md 20.
 */
public final class FakeHardwareDriver implements HardwareDriver, Power, Boot, BootModes {
  private static final int MAX_MACHINES = 100_000;
  private static final String POWER_DELAY = "fake_power_delay";
  private static final String POWER_FAILURE = "fake_power_failure";
  private static final String BOOT_FAILURE = "fake_boot_failure";
  private static final BigDecimal MAX_DELAY = BigDecimal.valueOf(86_400);
  private static final DriverDescription DESCRIPTION =
      new DriverDescription(
          "fake-hardware", interfaces(), properties(), Set.of(), List.of(BootDevice.PXE));
  private static final BootChoice NOT_CHOSEN = new BootChoice(BootDevice.PXE, false);

  private final InstantSource clock;
  private final Sleep pause;
  private final Cache<NodeId, PowerState> powered = cache();
  private final Cache<NodeId, BootChoice> chosen = cache();
  private final Cache<NodeId, BootMode> modes = cache();
  private final Cache<NodeId, Boolean> secured = cache();

  /** Uses the system clock; for the service. */
  public FakeHardwareDriver() {
    this(InstantSource.system(), Sleep.REAL);
  }

  /** Uses another clock; for tests. */
  FakeHardwareDriver(InstantSource clock, Sleep pause) {
    this.clock = clock;
    this.pause = pause;
  }

  @Override
  public DriverDescription description() {
    return DESCRIPTION;
  }

  @Override
  public Optional<PowerState> power(Bmc bmc) {
    failIfConfigured(bmc, POWER_FAILURE, ErrorCode.BMC_UNREACHABLE);
    return Optional.of(stateOf(bmc));
  }

  @Override
  public void power(Bmc bmc, PowerState target, Duration limit) {
    failIfConfigured(bmc, POWER_FAILURE, ErrorCode.BMC_UNREACHABLE);
    var restart = target == PowerState.REBOOT || target == PowerState.SOFT_REBOOT;
    if (!restart && stateOf(bmc) == target.reached()) {
      return;
    }
    var delay = delay(bmc);
    if (delay.isPositive()) {
      new Deadline(clock, pause, limit).pause(delay);
    }
    if (delay.compareTo(limit) > 0) {
      throw new HardwareFailure(
          ErrorCode.POWER_STATE_NOT_REACHED,
          "The fake machine did not reach %s within %s s: its %s is %s s."
              .formatted(target.reached().wire(), seconds(limit), POWER_DELAY, seconds(delay)));
    }
    bmc.requireCommand();
    powered.put(bmc.node(), target.reached());
  }

  @Override
  public void bootFrom(Bmc bmc, BootDevice device, boolean persistent) {
    failIfConfigured(bmc, BOOT_FAILURE, ErrorCode.BMC_REFUSED);
    if (device != BootDevice.PXE) {
      throw new HardwareFailure(
          ErrorCode.UNSUPPORTED,
          "The fake machine boots from pxe only, not from %s.".formatted(device.wire()));
    }
    bmc.requireCommand();
    chosen.put(bmc.node(), new BootChoice(device, persistent));
  }

  @Override
  public BootChoice bootDevice(Bmc bmc) {
    failIfConfigured(bmc, BOOT_FAILURE, ErrorCode.BMC_REFUSED);
    return Optional.ofNullable(chosen.getIfPresent(bmc.node())).orElse(NOT_CHOSEN);
  }

  @Override
  public BootSettings bootSettings(Bmc bmc) {
    failIfConfigured(bmc, BOOT_FAILURE, ErrorCode.BMC_REFUSED);
    return new BootSettings(
        Optional.ofNullable(modes.getIfPresent(bmc.node())).map(BootMode::wire).orElse(null),
        Optional.ofNullable(secured.getIfPresent(bmc.node())).orElse(null),
        Optional.empty());
  }

  @Override
  public void setBootMode(Bmc bmc, BootMode mode) {
    failIfConfigured(bmc, BOOT_FAILURE, ErrorCode.BMC_REFUSED);
    bmc.requireCommand();
    modes.put(bmc.node(), mode);
  }

  @Override
  public void setSecureBoot(Bmc bmc, boolean on) {
    failIfConfigured(bmc, BOOT_FAILURE, ErrorCode.BMC_REFUSED);
    bmc.requireCommand();
    secured.put(bmc.node(), on);
  }

  private PowerState stateOf(Bmc bmc) {
    return Optional.ofNullable(powered.getIfPresent(bmc.node())).orElse(PowerState.OFF);
  }

  private static void failIfConfigured(Bmc bmc, String key, ErrorCode code) {
    bmc.get(key)
        .ifPresent(
            text -> {
              throw new HardwareFailure(code, text);
            });
  }

  private static Duration delay(Bmc bmc) {
    DESCRIPTION
        .unusable(bmc.driverInfo())
        .ifPresent(
            problem -> {
              throw new HardwareFailure(ErrorCode.INVALID_PARAMETER, problem);
            });
    var seconds = new BigDecimal(bmc.get(POWER_DELAY).orElse("0"));
    return Duration.ofMillis(seconds.movePointRight(3).longValue());
  }

  private static String seconds(Duration duration) {
    return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString();
  }

  private static Map<String, Property> properties() {
    return Map.of(
        POWER_DELAY,
        new Property(
            "How long a change of power takes, seconds with decimals. Optional.",
            false,
            new ValueShape.Seconds(MAX_DELAY)),
        POWER_FAILURE,
        new Property("Text with which everything about power fails. Optional.", false),
        BOOT_FAILURE,
        new Property("Text with which everything about booting fails. Optional.", false));
  }

  private static Map<InterfaceType, List<String>> interfaces() {
    var accepted = new EnumMap<InterfaceType, List<String>>(InterfaceType.class);
    accepted.put(InterfaceType.BIOS, List.of("fake", "no-bios"));
    accepted.put(InterfaceType.BOOT, List.of("fake"));
    accepted.put(InterfaceType.CONSOLE, List.of("fake", "no-console"));
    accepted.put(InterfaceType.DEPLOY, List.of("fake", "noop"));
    accepted.put(InterfaceType.FIRMWARE, List.of("fake", "no-firmware"));
    accepted.put(InterfaceType.INSPECT, List.of("fake", "agent", "no-inspect"));
    accepted.put(InterfaceType.MANAGEMENT, List.of("fake"));
    accepted.put(InterfaceType.NETWORK, List.of("noop", "flat"));
    accepted.put(InterfaceType.POWER, List.of("fake"));
    accepted.put(InterfaceType.RAID, List.of("fake", "no-raid"));
    accepted.put(InterfaceType.RESCUE, List.of("fake", "no-rescue"));
    accepted.put(InterfaceType.STORAGE, List.of("noop", "fake"));
    accepted.put(InterfaceType.VENDOR, List.of("fake", "no-vendor"));
    return Collections.unmodifiableMap(accepted);
  }

  private static <V> Cache<NodeId, V> cache() {
    return Caffeine.newBuilder().maximumSize(MAX_MACHINES).build();
  }
}
