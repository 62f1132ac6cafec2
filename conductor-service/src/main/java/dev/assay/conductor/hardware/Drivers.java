package dev.assay.conductor.hardware;

import dev.assay.conductor.hardware.ipmi.IpmiDriver;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareFailure;
import dev.assay.node.NodeAttributes;
import dev.assay.plugin.PluginRefused;
import dev.assay.plugin.Plugins;
import dev.assay.registration.ConductorConfig;
import dev.assay.tracing.Tracing;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * The drivers that are enabled on this conductor, each wrapped in a {@link DriverGuard}. An unknown
 * name in the configuration stops the startup.
 */
@Startup(50)
@Singleton
public final class Drivers {
  private static final Logger LOG = Logger.getLogger(Drivers.class);

  private final Map<String, HardwareDriver> enabled;

  @Inject
  Drivers(
      ConductorConfig config,
      RedfishConfig redfish,
      IpmiConfig ipmi,
      Plugins plugins,
      MeterRegistry metrics,
      Tracing tracing) {
    this(
        config.enabledHardwareTypes(),
        installed(redfish, ipmi, plugins, tracing),
        new BmcMetrics(metrics),
        tracing);
  }

  private Drivers(
      Collection<String> names,
      Collection<HardwareDriver> installed,
      BmcMetrics metrics,
      Tracing tracing) {
    var known = byName(installed);
    enabled = new LinkedHashMap<>();
    for (var given : names) {
      var name = given.strip();
      var driver = known.get(name);
      if (driver != null) {
        warnIfUseless(driver);
        enabled.put(name, DriverGuard.before(driver, metrics, tracing));
      } else if (!name.isEmpty()) {
        throw new IllegalArgumentException(
            "assay.conductor.enabled-hardware-types names %s, which is no driver. Known drivers: %s."
                .formatted(name, String.join(", ", known.keySet())));
      }
    }
  }

  /** A conductor without ipmitool starts: it may have no nodes with driver ipmi. */
  private static void warnIfUseless(HardwareDriver driver) {
    if (driver instanceof IpmiDriver ipmi) {
      ipmi.unusable()
          .ifPresent(
              why ->
                  LOG.warnf(
                      "Driver ipmi cannot run ipmitool, so everything about its nodes will fail:"
                          + " %s. Install the package ipmitool, set assay.ipmi.program, or remove"
                          + " ipmi from assay.conductor.enabled-hardware-types.",
                      why));
    }
  }

  /**
   * The drivers among {@code installed} with these names; throws IllegalArgumentException when one
   * is missing, and PluginRefused when one has no name or that of another.
   */
  static Drivers of(Collection<String> names, Collection<HardwareDriver> installed) {
    return new Drivers(names, installed, BmcMetrics.none(), Tracing.OFF);
  }

  /** The drivers that are built in, and those of plug-ins; throws PluginRefused. */
  private static List<HardwareDriver> installed(
      RedfishConfig redfish, IpmiConfig ipmi, Plugins plugins, Tracing tracing) {
    return Stream.concat(
            BuiltInDrivers.installed(redfish, ipmi, tracing).stream(),
            plugins.load(HardwareDriver.class).stream())
        .toList();
  }

  /** Closes the drivers at the end of the process, when all commands are finished. */
  @PreDestroy
  void close() {
    enabled.forEach(Drivers::close);
  }

  /** Closes one driver. A failure is logged, so that the others still close their sessions. */
  private static void close(String name, HardwareDriver driver) {
    try {
      driver.close();
    } catch (RuntimeException e) {
      LOG.warnf("Driver %s failed to close: %s", name, e.getMessage());
    }
  }

  /**
   * The driver of this name; throws HardwareFailure with UNSUPPORTED when it is not enabled here.
   */
  public HardwareDriver require(String name) {
    var driver = enabled.get(name);
    if (driver == null) {
      throw new HardwareFailure(
          ErrorCode.UNSUPPORTED,
          "Driver %s is not enabled on this conductor; enabled are: %s."
              .formatted(name, enabled.isEmpty() ? "none" : String.join(", ", enabled.keySet())));
    }
    return driver;
  }

  /** The driver of {@code node}, with the abilities that its interfaces want; throws as above. */
  public HardwareDriver serving(NodeAttributes node) {
    return ChosenAbilities.of(require(node.driver()), node);
  }

  /**
   * As above, cast to {@code ability}, such as Power; also throws UNSUPPORTED when it lacks that.
   */
  public <T> T serving(NodeAttributes node, Class<T> ability) {
    return cast(serving(node), ability);
  }

  /** Whether the driver of {@code node} is enabled here, and lacks {@code ability}. */
  public boolean lacks(NodeAttributes node, Class<?> ability) {
    return enabled.containsKey(node.driver()) && !ability.isInstance(serving(node));
  }

  private static <T> T cast(HardwareDriver driver, Class<T> ability) {
    if (!ability.isInstance(driver)) {
      throw new HardwareFailure(
          ErrorCode.UNSUPPORTED,
          "Driver %s does not support %s (disabled or not implemented)."
              .formatted(driver.description().name(), words(ability.getSimpleName())));
    }
    return ability.cast(driver);
  }

  /** The words of a class name: "boot modes" of BootModes. */
  private static String words(String name) {
    return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  /** The descriptions of the enabled drivers, in the order configured. */
  public List<DriverDescription> descriptions() {
    return enabled.values().stream().map(HardwareDriver::description).toList();
  }

  private static Map<String, HardwareDriver> byName(Collection<HardwareDriver> installed) {
    var byName = new TreeMap<String, HardwareDriver>();
    for (var driver : installed) {
      var name = name(driver);
      var other = byName.put(name, driver);
      if (other != null) {
        throw new PluginRefused(
            "Two drivers have the name %s: %s and %s. Rename one, or remove its jar."
                .formatted(name, Plugins.describe(other), Plugins.describe(driver)));
      }
    }
    return byName;
  }

  /** A plug-in's description() may return null or throw. */
  private static String name(HardwareDriver driver) {
    var description = Plugins.call("Driver", driver, "description()", driver::description);
    if (description == null || description.name() == null) {
      throw new PluginRefused(
          "Driver %s has no name: description() returns %s. Fix it, or remove its jar."
              .formatted(Plugins.describe(driver), description));
    }
    return description.name();
  }
}
