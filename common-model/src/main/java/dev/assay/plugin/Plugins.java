package dev.assay.plugin;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The jars in the plug-ins folder, opened once and kept open for the life of the process. Each has
 * a class loader of its own below the application's, so that two of them may bring different
 * versions of a library along. A class that both a jar and the application have is the
 * application's.
 */
@Singleton
public final class Plugins {
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
   * Those in {@code folder}; none when there is no such folder.
   *
   * @throws PluginRefused when it is no folder, or a jar in it is no plug-in
   */
  public static Plugins in(Path folder) {
    return new Plugins(folder);
  }

  /** Where they were looked for, absolute. */
  public Path folder() {
    return folder;
  }

  /**
   * New instances of every class that the jars offer for {@code spi}: by the names of the jars, and
   * in the order of the services file.
   *
   * @throws PluginRefused when one of them cannot be made
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

  /** Class and jar, for a sentence: "org.example.RackHook of rack.jar". */
  public static String describe(Object loaded) {
    return "%s %s"
        .formatted(
            loaded.getClass().getName(),
            jarOf(loaded).map(jar -> "of " + jar).orElse("(built in)"));
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
