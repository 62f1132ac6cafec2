package dev.assay.api.testing;

import static java.util.Map.entry;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/**
 * An API with small limits that do not affect each other: for attempts, for streams of events and
 * for dry runs. One profile for the tests of all of them, because each profile costs the time of
 * two starts.
 */
public final class SmallLimits implements QuarkusTestProfile {
  /** How many streams of events there may be. */
  public static final int STREAMS = 5;

  @Override
  public Map<String, String> getConfigOverrides() {
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
        entry("assay.api.body-stall-timeout", "2s"),
        entry("assay.inspector.hook-timeout", "700ms"),
        entry("assay.inspection-rules.api-call-hosts", "hook.example.org,127.0.0.1"));
  }
}
