package dev.assay.plugin;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jboss.logging.Logger;

/**
 * The class loader of one plug-in jar. It reads the services files of {@link
 * java.util.ServiceLoader} itself, because ServiceLoader would find the built-in classes again, and
 * because an error message must tell what to do.
 */
final class PluginJar extends URLClassLoader {
  private static final Logger LOG = Logger.getLogger(PluginJar.class);
  private static final String SERVICES = "META-INF/services/";
  private static final String OURS = SERVICES + "dev.assay.";

  /**
   * The interfaces that plug-ins may implement; services files for others would silently have no
   * effect.
   */
  private static final Set<String> EXTENSIBLE =
      Set.of(
          "dev.assay.hardware.HardwareDriver",
          "dev.assay.hook.InspectionHook",
          "dev.assay.inspect.InspectInterface",
          "dev.assay.rule.RuleAction",
          "dev.assay.rule.RuleOperator");

  static {
    registerAsParallelCapable();
  }

  private final Path file;

  /** Class names by the name of the interface that they implement. */
  private final Map<String, List<String>> offers;

  private PluginJar(Path file, Map<String, List<String>> offers, ClassLoader parent)
      throws MalformedURLException {
    super(file.getFileName().toString(), new URL[] {file.toUri().toURL()}, parent);
    this.file = file;
    this.offers = offers;
  }

  /** Opens a jar, which stays open; PluginRefused when it is not a jar, or implements nothing. */
  static PluginJar open(Path file, ClassLoader parent) {
    try {
      var plugin = new PluginJar(file, offers(file), parent);
      plugin.requireEffect();
      return plugin;
    } catch (IOException | SecurityException e) {
      throw new PluginRefused(
          "Plug-in %s cannot be read as a jar (%s): copy it again, or take it away."
              .formatted(file, e.getMessage()));
    }
  }

  /** Creates an instance of each class that the jar lists for {@code spi}, in that order. */
  <S> List<S> load(Class<S> spi) {
    return offers.getOrDefault(spi.getName(), List.of()).stream()
        .map(name -> instantiate(spi, name))
        .toList();
  }

  private <S> S instantiate(Class<S> spi, String name) {
    try {
      var type = loadClass(name);
      if (!spi.isAssignableFrom(type)) {
        throw refused(
            "%s%s names %s, which does not implement it: correct that line"
                .formatted(SERVICES, spi.getName(), name));
      }
      return spi.cast(type.getConstructor().newInstance());
    } catch (ClassNotFoundException _) {
      throw refused(
          "%s%s names %s, and there is no such class: correct that line, or pack the class"
              .formatted(SERVICES, spi.getName(), name));
    } catch (NoSuchMethodException | IllegalAccessException | InstantiationException _) {
      throw refused(
          name
              + " must be a public class, not abstract, with a public constructor without arguments");
    } catch (InvocationTargetException | ExceptionInInitializerError e) {
      LOG.errorf(e.getCause(), "%s of plug-in %s failed.", name, file);
      throw refused(
          "creating an instance of %s failed: %s. Fix the class, or remove the jar"
              .formatted(name, e.getCause()));
    } catch (UnsupportedClassVersionError e) {
      throw refused(
          "%s is made for a newer Java than the %d that runs here: compile it with --release %2$d (%s)"
              .formatted(name, Runtime.version().feature(), e.getMessage()));
    } catch (LinkageError e) {
      throw refused(
          "%s does not fit: %s. Compile it against this version of Assay, and pack the libraries that it needs into the jar"
              .formatted(name, e));
    }
  }

  /** Rejects a plug-in that would have no effect, as that is a mistake which is hard to find. */
  private void requireEffect() {
    if (offers.isEmpty()) {
      throw refused(
          ("it has no services file, such as %sdev.assay.hook.InspectionHook: add it, or remove the"
                  + " jar")
              .formatted(SERVICES));
    }
    offers.forEach(
        (spi, names) -> {
          if (names.isEmpty()) {
            throw refused("%s%s names no class: add a line".formatted(SERVICES, spi));
          }
          if (!EXTENSIBLE.contains(spi)) {
            throw refused(
                ("it has %s%s, and this version of Assay does not support plug-ins for that"
                        + " interface: correct the name of the file, or update Assay")
                    .formatted(SERVICES, spi));
          }
        });
  }

  private static Map<String, List<String>> offers(Path file) throws IOException {
    var offers = new TreeMap<String, List<String>>();
    try (var jar = new JarFile(file.toFile())) {
      for (var entry : jar.stream().filter(PluginJar::isOurs).toList()) {
        offers.put(entry.getName().substring(SERVICES.length()), names(jar, entry));
      }
    }
    return offers;
  }

  private static boolean isOurs(JarEntry entry) {
    return entry.getName().startsWith(OURS);
  }

  /** Reads a services file as ServiceLoader does: one class per line, comments begin with #. */
  private static List<String> names(JarFile jar, JarEntry services) throws IOException {
    try (var text = jar.getInputStream(services)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(name -> !name.isEmpty())
          .distinct()
          .toList();
    }
  }

  private PluginRefused refused(String why) {
    return new PluginRefused("Plug-in %s: %s.".formatted(file, why));
  }
}
