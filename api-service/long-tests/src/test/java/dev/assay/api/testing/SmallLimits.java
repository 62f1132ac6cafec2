package dev.assay.api.testing;

import static java.util.Map.entry;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * An API with small limits that do not affect each other: for attempts, for streams of events, for
 * dry runs and for bodies. One profile for the tests of all of them, because each profile costs the
 * time of two starts.
 */
public final class SmallLimits implements QuarkusTestProfile {
  /** How many streams of events there may be. */
  public static final int STREAMS = 5;

  /** Where large bodies wait. */
  public static final Path BODIES = Path.of("target", "small-limits-bodies").toAbsolutePath();

  @Override
  public Map<String, String> getConfigOverrides() {
    try {
      Files.createDirectories(BODIES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.ofEntries(
        entry("assay.attempts.max-rows", "20"),
        entry("assay.attempts.rate", "0.001"),
        entry("assay.attempts.burst", "10"),
        entry("assay.unmatched.max-payloads", "5"),
        entry("assay.unmatched.max-size", "20K"),
        entry("assay.unmatched.rate", "0.001"),
        entry("assay.unmatched.burst", "3"),
        entry("assay.events.max-subscribers", Integer.toString(STREAMS)),
        entry("assay.events.writes-per-second", "50"),
        entry("assay.events.heartbeat", "1s"),
        entry("assay.api.body-folder", BODIES.toString()),
        entry("assay.api.body-stall-timeout", "2s"),
        entry("assay.api.body-timeout", "3s"),
        entry("assay.api.body-memory-timeout", "0s"),
        entry("assay.inspector.hook-timeout", "700ms"),
        entry("assay.inspection-rules.api-call-hosts", "hook.example.org,127.0.0.1"));
  }
}
