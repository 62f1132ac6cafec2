package dev.assay.deadletter;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message that was not carried out, without its text.
 *
 * @param id ascending in the order in which the letters were stored
 * @param queue the queue that it came from last; null when there was none, or it is not known
 * @param reason why it was not carried out the last time, in a sentence
 * @param requestId id of the client's request that caused it; null when it cannot be read
 * @param command the name of the command; null when it cannot be read
 * @param node the node that it names; null when it cannot be read
 * @param times how often such a message came; a second delivery of the same message counts, too
 */
public record DeadLetter(
    long id,
    UUID uuid,
    @Nullable String queue,
    String reason,
    @Nullable String requestId,
    @Nullable String command,
    @Nullable UUID node,
    long times,
    Instant firstSeenAt,
    Instant lastSeenAt) {}
