package dev.assay.api.conductor;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.DriverDescription;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.nodeedit.NodeEdit;
import dev.assay.registration.Conductor;
import dev.assay.registration.ConductorChoice;
import dev.assay.registration.Conductors;
import jakarta.enterprise.context.RequestScoped;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The conductors that a request may count on, read at most once. Orders count on those that are
 * alive or expected back, questions on those that are alive. Source: spec conductor.md 2, api.md
 * 16.
 */
@RequestScoped
public class ServingConductors {
  private final Conductors conductors;
  private final RecentConductors recent;
  private @Nullable List<Conductor> all;
  private @Nullable List<Conductor> shown;

  ServingConductors(Conductors conductors, RecentConductors recent) {
    this.conductors = conductors;
    this.recent = recent;
  }

  /**
   * The host name of the conductor that the API shows for {@code node}, at most half a second old;
   * empty when none serves the node.
   */
  public Optional<String> of(Node node) {
    var attributes = node.attributes();
    return ConductorChoice.of(
            node.uuid(), attributes.driver(), attributes.conductorGroup(), shown())
        .map(Conductor::hostname);
  }

  /** Changes with the conductors that {@link #of} chooses from. */
  public String state() {
    return shown().stream()
        .map(
            conductor ->
                List.of(
                    conductor.hostname(),
                    conductor.group(),
                    conductor.drivers().stream().map(DriverDescription::name).toList()))
        .toList()
        .toString();
  }

  /** One list for the whole request: its page and the tag of the page must not differ. */
  private List<Conductor> shown() {
    if (shown == null) {
      shown = recent.alive();
    }
    return shown;
  }

  /**
   * The description of {@code driver} by the conductors of {@code group}, alive or expected back;
   * empty when none of them serves it.
   */
  public Optional<DriverDescription> describe(String driver, String group) {
    return ConductorChoice.describe(driver, group, list());
  }

  /** Whether a conductor of {@code group} that is alive serves {@code driver}. */
  public boolean isServed(String driver, String group) {
    return ConductorChoice.isServed(driver, group, list());
  }

  /**
   * The error when no conductor serves {@code driver}: {@code code}, or UNAVAILABLE when not even
   * one of another driver or group is known, so that nothing can be said about the driver.
   */
  public AssayException notServed(String driver, String group, ErrorCode code) {
    return list().stream().anyMatch(Conductor::expected)
        ? new AssayException(code, NodeEdit.notServed(driver, group))
        : new AssayException(
            ErrorCode.UNAVAILABLE, "No conductor is running: start one, and try again.");
  }

  /** As {@link #describe}; an error with {@code code} when none serves it. */
  public DriverDescription require(String driver, String group, ErrorCode code) {
    return describe(driver, group).orElseThrow(() -> notServed(driver, group, code));
  }

  /** As above, for a change of {@code node}: a missing conductor is then the client's mistake. */
  public DriverDescription require(Node node) {
    var attributes = node.attributes();
    return require(
        attributes.driver(), attributes.conductorGroup(), ErrorCode.NO_CONDUCTOR_FOR_DRIVER);
  }

  /** As above, for work on {@code node}: NOT_FOUND when no conductor would do it. */
  public DriverDescription serving(Node node) {
    var attributes = node.attributes();
    return require(attributes.driver(), attributes.conductorGroup(), ErrorCode.NOT_FOUND);
  }

  /** As above, for a question about {@code node}: UNAVAILABLE when no conductor can answer now. */
  public DriverDescription answering(Node node) {
    var driver = serving(node);
    var group = node.attributes().conductorGroup();
    if (!isServed(driver.name(), group)) {
      throw new AssayException(
          ErrorCode.UNAVAILABLE,
          ("No conductor that supports driver %s for conductor group '%s' is running now: try"
                  + " again, or start one.")
              .formatted(driver.name(), group));
    }
    return driver;
  }

  /** The NODE_LOCKED error while work on {@code node} waits for a conductor. */
  public AssayException busy(Node node) {
    return NodeLease.locked(node.uuid(), of(node).orElse("unknown"));
  }

  /** Throws {@link #busy} while a change of power waits: it would interrupt the ramdisk. */
  public void requireNoPowerChange(Node node) {
    if (node.targetPowerState() != null) {
      throw busy(node);
    }
  }

  private List<Conductor> list() {
    if (all == null) {
      all = conductors.all();
    }
    return all;
  }
}
