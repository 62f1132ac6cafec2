package dev.assay.api.node;

import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.ApiVersion;
import dev.assay.node.Node;
import dev.assay.node.ProvisionState;
import org.jspecify.annotations.Nullable;

/** A node as one request sees it. */
public record NodeView(Node node, ApiRequest request, LiveConductors conductors) {
  private static final int AVAILABLE_SHOWN = 2;
  private static final int INSPECT_WAIT_SHOWN = 39;

  /** The text form of its UUID. */
  public String uuid() {
    return node.uuid().toString();
  }

  /** As clients of the version know the state; null for one they do not. Source: api.md 9.2. */
  public @Nullable String shown(@Nullable ProvisionState state) {
    return state == null ? null : shown(state, request.version());
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
