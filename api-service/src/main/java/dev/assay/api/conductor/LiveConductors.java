package dev.assay.api.conductor;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.DriverDescription;
import dev.assay.node.Node;
import dev.assay.nodeedit.NodeEdit;
import dev.assay.registration.Conductor;
import dev.assay.registration.ConductorChoice;
import dev.assay.registration.Conductors;
import jakarta.enterprise.context.RequestScoped;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The conductors that are alive, read at most once per request. Source: spec api.md 3 and 16. */
@RequestScoped
public class LiveConductors {
  private final Conductors conductors;
  private final RecentConductors recent;
  private @Nullable List<Conductor> alive;

  LiveConductors(Conductors conductors, RecentConductors recent) {
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
            node.uuid(), attributes.driver(), attributes.conductorGroup(), recent.alive())
        .map(Conductor::hostname);
  }

  /**
   * The description of {@code driver} by the conductors of {@code group}; empty when none of them
   * serves it.
   */
  public Optional<DriverDescription> describe(String driver, String group) {
    return ConductorChoice.describe(driver, group, list());
  }

  /** As above; an error with {@code code} when none serves it. */
  public DriverDescription require(String driver, String group, ErrorCode code) {
    return describe(driver, group)
        .orElseThrow(() -> new AssayException(code, NodeEdit.notServed(driver, group)));
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

  private List<Conductor> list() {
    if (alive == null) {
      alive = conductors.alive();
    }
    return alive;
  }
}
