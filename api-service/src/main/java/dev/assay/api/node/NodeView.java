package dev.assay.api.node;

import dev.assay.api.conductor.ServingConductors;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.ApiVersion;
import dev.assay.node.Node;
import dev.assay.node.NodeBrief;
import dev.assay.node.ProvisionState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node as shown to one request.
 *
 * @param brief the fields that lists show
 * @param whole null when only those fields are requested
 * @param factory what depends on the request
 */
public record NodeView(NodeBrief brief, @Nullable Node whole, Factory factory) {
  private static final int AVAILABLE_SHOWN = 2;
  private static final int INSPECT_WAIT_SHOWN = 39;

  /**
   * The parts of a request that the fields depend on.
   *
   * @param base the address of the API, as {@link ApiRequest#base}
   */
  public record Factory(ApiVersion version, String base, ServingConductors conductors) {
    public Factory(ApiRequest request, ServingConductors conductors) {
      this(request.version(), request.base(), conductors);
    }

    public NodeView of(Node node) {
      return new NodeView(NodeBrief.of(node), node, this);
    }

    NodeView of(NodeBrief node) {
      return new NodeView(node, null, this);
    }
  }

  /** The whole node; NullPointerException when only the listed fields were read. */
  public Node node() {
    return Objects.requireNonNull(whole, "only the listed fields were read");
  }

  /** The text form of its UUID. */
  public String uuid() {
    return brief.uuid().toString();
  }

  /**
   * The name of {@code state} in the client's version; null for a state that the version does not
   * have. Source: api.md 9.2.
   */
  public @Nullable String shown(@Nullable ProvisionState state) {
    return state == null ? null : shown(state, factory.version());
  }

  private static @Nullable String shown(ProvisionState state, ApiVersion version) {
    if (state == ProvisionState.AVAILABLE && !version.atLeast(AVAILABLE_SHOWN)) {
      return null;
    }
    return state == ProvisionState.INSPECT_WAIT && !version.atLeast(INSPECT_WAIT_SHOWN)
        ? ProvisionState.INSPECTING.wire()
        : state.wire();
  }
}
