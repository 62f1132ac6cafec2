package dev.assay.api.testing;

import static java.util.Map.entry;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * An API with features that have to be configured and do not affect each other; unknown machines
 * become nodes of fake-hardware only on request. One profile for the tests of all of them, because
 * each profile costs the time of two starts.
 */
public final class OptionalFeatures implements QuarkusTestProfile {
  /** The option of the port on which only the classic API is served. */
  public static final String CLASSIC_PORT = "assay.inspector-compat.port";

  /** How many classic rules there may be. */
  public static final int CLASSIC_RULES = 3;

  /** What machines boot. */
  public static final String KERNEL = "0123456789";

  public static final String RAMDISK = "ramdisk";

  /** Two built-in rules; the second has the UUID of only zeros. */
  private static final String RULES =
      """
      - uuid: rule dell/1
        description: named
        priority: 10001
        phase: early
        conditions: [{op: is-true, args: {value: true}}]
        actions: [{op: log, args: {msg: x}}]
      - description: unnamed
        priority: 5
        sensitive: true
        actions: [{op: log, args: {msg: s3cret}}]
      """;

  @Override
  public Map<String, String> getConfigOverrides() {
    try {
      var folder = Files.createTempDirectory("optional-features").toRealPath();
      return Map.ofEntries(
          entry("assay.webhooks.hosts", "hooks.example.org,h.example"),
          entry("assay.api.allowed-hosts", "BMaaS.example,other.example"),
          entry("assay.api.cors-allowed-origins", "https://console.example"),
          entry("assay.auto-discovery.driver", "fake-hardware"),
          entry(CLASSIC_PORT, Integer.toString(FreePort.find())),
          entry("assay.inspector-compat.max-rules", Integer.toString(CLASSIC_RULES)),
          entry(
              "assay.inspection-rules.built-in", write(folder.resolve("rules"), RULES).toString()),
          entry("assay.boot.url", "http://192.0.2.1:6385/"),
          entry("assay.boot.image-folder", folder.toString()),
          entry("assay.boot.cache-folder", folder.resolve("cache").toString()),
          entry("assay.boot.deploy-kernel", url(write(folder.resolve("kernel"), KERNEL))),
          entry("assay.boot.deploy-ramdisk", url(write(folder.resolve("ramdisk"), RAMDISK))),
          entry("assay.inspector.extra-kernel-params", "console=ttyS0 a=\"b c\""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path write(Path file, String content) throws IOException {
    Files.writeString(file, content);
    file.toFile().deleteOnExit();
    return file;
  }

  private static String url(Path file) {
    return file.toUri().toString().replace("file:/", "file:///");
  }
}
