package dev.assay.plugin;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Loads the jars in the plug-ins folder; they stay open for the life of the process. Each jar has
 * its own class loader below the application's, so that two of them may contain different versions
 * of a library. A class that both a jar and the application have is loaded from the application.
 */
@Singleton
public final class Plugins {
  private static final Logger LOG = Logger.getLogger(Plugins.class);
  private static final String JAR = ".jar";

  private final Path folder;
  private final List<PluginJar> jars;

  @Inject
  Plugins(PluginConfig config) {
    this(config.folder());
  }

  private Plugins(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
    var parent = Plugins.class.getClassLoader();
    jars = files(this.folder).stream().map(file -> PluginJar.open(file, parent)).toList();
  }

  /**
   * Opens the jars in {@code folder}; none when the folder does not exist.
   *
   * @throws PluginRefused when it is not a folder, or a jar in it is not a plug-in
   */
  public static Plugins in(Path folder) {
    return new Plugins(folder);
  }

  /** The plug-ins folder, absolute. */
  public Path folder() {
    return folder;
  }

  /**
   * Creates an instance of every class that the jars list for {@code spi}, ordered by the names of
   * the jars and within a jar by its services file.
   *
   * @throws PluginRefused when an instance cannot be created
   */
  public <S> List<S> load(Class<S> spi) {
    return jars.stream().flatMap(jar -> jar.load(spi).stream()).toList();
  }

  /** The file name of the jar that {@code loaded} comes from; empty when it is built in. */
  public static Optional<String> jarOf(Object loaded) {
    return loaded.getClass().getClassLoader() instanceof PluginJar jar
        ? Optional.of(jar.getName())
        : Optional.empty();
  }

  /** Describes class and jar for a message: "org.example.RackHook of rack.jar". */
  public static String describe(Object loaded) {
    return "%s %s"
        .formatted(
            loaded.getClass().getName(),
            jarOf(loaded).map(jar -> "of " + jar).orElse("(built in)"));
  }

  /**
   * Calls a method of {@code loaded} at start.
   *
   * @param kind what it is, for the message: "Hook"
   * @param method its name, for the message: "name()"
   * @throws PluginRefused naming class and jar, when the method throws an exception
   */
  public static <T> T call(String kind, Object loaded, String method, Supplier<T> answer) {
    try {
      return answer.get();
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      LOG.errorf(e, "%s failed in %s.", describe(loaded), method);
      throw new PluginRefused(
          "%s %s threw an exception in %s: %s. Fix the %s, or remove its jar."
              .formatted(kind, describe(loaded), method, e, kind.toLowerCase(Locale.ROOT)));
    }
  }

  private static List<Path> files(Path folder) {
    if (Files.notExists(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files.filter(Plugins::isNamedJar).sorted().toList();
    } catch (IOException e) {
      throw new PluginRefused(
          "The plug-ins folder %s cannot be read (%s): make it a readable folder, or set assay.plugins.folder."
              .formatted(folder, e));
    }
  }

  private static boolean isNamedJar(Path file) {
    return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(JAR);
  }
}
