package dev.assay.standalone.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One machine of the demo as a row of the table. Written by the thread of its machine, read by the
 * table.
 */
final class MachineRow {
  private final String node;
  private final String bmc;
  private final Instant began;

  private volatile String stage = "enrolling";
  private volatile @Nullable Instant ended;
  private volatile boolean inspected;
  private volatile Findings findings = Findings.NONE;

  /** The results of the inspection; a dash for unknown values. Memory and disk in GiB. */
  record Findings(String cpus, String memory, String disk, String ports) {
    static final Findings NONE = new Findings("-", "-", "-", "-");

    /** Reads the results from an inventory and the number of ports. */
    static Findings of(JsonNode inventory, int ports) {
      long bytes = 0;
      for (var disk : inventory.path("disks")) {
        bytes += disk.path("size").asLong();
      }
      var memory = inventory.path("memory");
      var mib =
          memory.path("physical_mb").asLong() > 0
              ? memory.path("physical_mb").asLong()
              : memory.path("total").asLong() / (1024 * 1024);
      return new Findings(
          inventory.path("cpu").path("count").asText("-"),
          mib / 1024 + " GiB",
          bytes / (1024L * 1024 * 1024) + " GiB",
          Integer.toString(ports));
    }
  }

  MachineRow(String node, String bmc, Instant began) {
    this.node = node;
    this.bmc = bmc;
    this.began = began;
  }

  String node() {
    return node;
  }

  String bmc() {
    return bmc;
  }

  String stage() {
    return stage;
  }

  Findings findings() {
    return findings;
  }

  /** Moves to stage {@code now}; false when that is the current stage or the row has ended. */
  boolean reach(String now) {
    if (ended != null || stage.equals(now)) {
      return false;
    }
    stage = now;
    return true;
  }

  /** Ends with a successful inspection. */
  void finish(Findings found, Instant now) {
    findings = found;
    inspected = true;
    stage = "inspected";
    ended = now;
  }

  /** Ends with a failure; {@code why} is a sentence. */
  void fail(String why, Instant now) {
    stage = "failed: " + why;
    ended = now;
  }

  boolean over() {
    return ended != null;
  }

  boolean inspected() {
    return inspected;
  }

  /** Seconds from the start of the demo until now, or until this machine ended. */
  double seconds(Instant now) {
    var until = ended;
    return Duration.between(began, until == null ? now : until).toMillis() / 1000.0;
  }
}
