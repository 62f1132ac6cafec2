package dev.assay.conductor.inspect;

import dev.assay.connection.DatabaseFailure;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.HardwareFailure;
import dev.assay.inspect.InspectInterface;
import dev.assay.inspect.InspectStart;
import dev.assay.inspect.InspectedMachine;
import dev.assay.lease.LeaseLost;
import dev.assay.plugin.PluginRefused;
import dev.assay.plugin.Plugins;
import io.quarkus.runtime.Startup;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.jboss.logging.Logger;

/** The inspect interfaces of this conductor by name, built in and of plug-ins. */
@Startup(50)
@Singleton
public final class InspectInterfaces {
  private static final Logger LOG = Logger.getLogger(InspectInterfaces.class);

  private final Map<String, InspectInterface> byName = new TreeMap<>();

  @Inject
  InspectInterfaces(Plugins plugins) {
    this(all(plugins));
  }

  /** Exactly these; throws PluginRefused when one has no name or that of another. */
  InspectInterfaces(Collection<InspectInterface> all) {
    for (var inspect : all) {
      var name = name(inspect);
      var other = byName.put(name, inspect);
      if (other != null) {
        throw new PluginRefused(
            "Two inspect interfaces have the name %s: %s and %s. Rename one, or remove its jar."
                .formatted(name, Plugins.describe(other), Plugins.describe(inspect)));
      }
    }
  }

  /** The names of all. */
  Set<String> names() {
    return Set.copyOf(byName.keySet());
  }

  /** A plug-in's name() may return null or throw. */
  private static String name(InspectInterface inspect) {
    var name = Plugins.call("Inspect interface", inspect, "name()", inspect::name);
    if (name == null) {
      throw new PluginRefused(
          "Inspect interface %s has no name: name() returns null. Fix it, or remove its jar."
              .formatted(Plugins.describe(inspect)));
    }
    return name;
  }

  private static Collection<InspectInterface> all(Plugins plugins) {
    var all = new ArrayList<InspectInterface>();
    ServiceLoader.load(InspectInterface.class, InspectInterfaces.class.getClassLoader())
        .forEach(all::add);
    all.addAll(plugins.load(InspectInterface.class));
    return all;
  }

  /**
   * Starts an inspection with the interface {@code name}; throws HardwareFailure with UNSUPPORTED
   * when there is none, and with DRIVER_ERROR when it fails unexpectedly. A failure of the
   * database, to which the machine writes, is no failure of the interface and is passed on.
   */
  public InspectStart start(String name, InspectedMachine machine) {
    var inspect = byName.get(name);
    if (inspect == null) {
      throw new HardwareFailure(
          ErrorCode.UNSUPPORTED,
          "Driver %s does not support inspection with interface %s."
              .formatted(machine.driver().description().name(), name));
    }
    try {
      var start = inspect.start(machine);
      if (start == null) {
        throw new NullPointerException("start() returned null");
      }
      return start;
    } catch (AssayException | CancellationException | LeaseLost e) {
      throw e;
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      if (e instanceof RuntimeException failure && DatabaseFailure.isTemporary(failure)) {
        throw failure;
      }
      LOG.errorf(e, "Inspect interface %s failed with an unexpected error.", name);
      throw new HardwareFailure(
          ErrorCode.DRIVER_ERROR,
          "Inspect interface %s failed with an unexpected %s; the conductor's log has the details."
              .formatted(name, e.getClass().getSimpleName()));
    }
  }
}
