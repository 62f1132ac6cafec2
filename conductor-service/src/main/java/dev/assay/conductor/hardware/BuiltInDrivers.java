package dev.assay.conductor.hardware;

import dev.assay.conductor.hardware.ipmi.IpmiDriver;
import dev.assay.hardware.HardwareDriver;
import dev.assay.redfish.IdracDriver;
import dev.assay.redfish.RedfishDriver;
import dev.assay.tracing.Tracing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Makes the drivers that are built in or on the application's class path, with their options. */
final class BuiltInDrivers {
  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);

  private final RedfishConfig redfish;
  private final IpmiConfig ipmi;
  private final Tracing tracing;

  private BuiltInDrivers(RedfishConfig redfish, IpmiConfig ipmi, Tracing tracing) {
    this.redfish = redfish;
    this.ipmi = ipmi;
    this.tracing = tracing;
  }

  /** Throws IllegalArgumentException when an option makes no sense. */
  static List<HardwareDriver> installed(RedfishConfig redfish, IpmiConfig ipmi, Tracing tracing) {
    var drivers = new BuiltInDrivers(redfish, ipmi, tracing);
    try {
      return ServiceLoader.load(HardwareDriver.class, BuiltInDrivers.class.getClassLoader())
          .stream()
          .map(drivers::make)
          .toList();
    } catch (ServiceConfigurationError e) {
      throw new IllegalStateException("A driver could not be loaded: " + e.getMessage(), e);
    }
  }

  /** Creates a driver; passes options to those that have some, which ServiceLoader cannot do. */
  private HardwareDriver make(ServiceLoader.Provider<HardwareDriver> provider) {
    if (provider.type() == RedfishDriver.class) {
      return new RedfishDriver(caFolder(), requestTimeout(), new TracedExchanges(tracing));
    }
    if (provider.type() == IdracDriver.class) {
      return new IdracDriver(caFolder(), requestTimeout(), new TracedExchanges(tracing));
    }
    if (provider.type() == IpmiDriver.class) {
      return new IpmiDriver(checked(ipmi), tracing);
    }
    return provider.get();
  }

  private Path caFolder() {
    if (!redfish.caFolder().isAbsolute()) {
      throw new IllegalArgumentException(
          "assay.redfish.ca-folder must be an absolute path, not " + redfish.caFolder());
    }
    return redfish.caFolder();
  }

  private Duration requestTimeout() {
    return atLeastASecond("assay.redfish.request-timeout", redfish.requestTimeout());
  }

  private static IpmiConfig checked(IpmiConfig ipmi) {
    var _ = atLeastASecond("assay.ipmi.command-timeout", ipmi.commandTimeout());
    var interval = ipmi.minCommandInterval();
    if (interval.isNegative() || interval.compareTo(LONGEST_INTERVAL) > 0) {
      throw new IllegalArgumentException(
          "assay.ipmi.min-command-interval is %s, it must be from 0s to 1m".formatted(interval));
    }
    return ipmi;
  }

  private static Duration atLeastASecond(String option, Duration value) {
    if (value.compareTo(LEAST) < 0) {
      throw new IllegalArgumentException(
          "%s is %s, it must be at least one second, such as 30s".formatted(option, value));
    }
    return value;
  }
}
