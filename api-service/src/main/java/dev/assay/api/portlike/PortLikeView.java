package dev.assay.api.portlike;

import dev.assay.api.http.ApiRequest;
import dev.assay.port.PortLike;
import java.util.Objects;
import java.util.UUID;

/**
 * A port or port group as shown to one request.
 *
 * @param <T> what is stored
 * @param node the UUID of its node
 */
public record PortLikeView<T extends PortLike>(T row, UUID node, ApiRequest request) {
  /** The view of a row that was loaded from the database. */
  public static <T extends PortLike> PortLikeView<T> of(T row, ApiRequest request) {
    return new PortLikeView<>(row, Objects.requireNonNull(row.nodeUuid()), request);
  }

  /** The text form of its UUID. */
  public String uuid() {
    return row.uuid().toString();
  }
}
