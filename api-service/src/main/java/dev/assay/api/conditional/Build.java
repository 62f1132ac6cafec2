package dev.assay.api.conditional;

import dev.assay.hardware.InterfaceType;
import dev.assay.node.RowStates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** Tells builds of this service apart: each may show the same row as other JSON. */
final class Build {
  private Build() {}

  /**
   * The checksums of the jars with the API, the domain and the plug-in API, which are the same for
   * the same sources. None of the classes is one that Quarkus changes and moves to another jar, as
   * it does with entities. A random text when they do not come from jars, as in development: no
   * other process then has the same.
   */
  static String id() {
    return Stream.of(Build.class, RowStates.class, InterfaceType.class)
        .map(Build::jarOf)
        .collect(Collectors.joining("/"));
  }

  private static String jarOf(Class<?> part) {
    var source = part.getProtectionDomain().getCodeSource();
    var place = source == null ? null : source.getLocation();
    try {
      if (place != null && place.getProtocol().equals("file")) {
        var jar = Path.of(place.toURI());
        if (Files.isRegularFile(jar)) {
          var checksum = new CRC32C();
          checksum.update(Files.readAllBytes(jar));
          return Long.toHexString(checksum.getValue());
        }
      }
      return UUID.randomUUID().toString();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + place, e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(place + " is no place of classes", e);
    }
  }
}
