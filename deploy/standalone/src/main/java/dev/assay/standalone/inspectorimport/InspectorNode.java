package dev.assay.standalone.inspectorimport;

import java.time.Instant;
import java.util.Optional;

/**
 * The last introspection of a node.
 *
 * @param uuid the UUID that the node has in Ironic
 * @param state such as {@code error} or {@code waiting}
 * @param finishedAt empty while it goes on
 */
public record InspectorNode(
    String uuid,
    Optional<String> state,
    Optional<Instant> startedAt,
    Optional<Instant> finishedAt,
    Optional<String> error) {}
