package dev.assay.api.attempt;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * The data of a refused callback, without the data themselves.
 *
 * @param id ascending in the order in which they were stored
 * @param size bytes of the body before compression
 * @param reference of the latest response
 * @param times how often the same data came
 */
public record UnmatchedPayload(
    long id,
    UUID uuid,
    long size,
    String outcome,
    String sentence,
    String reference,
    SentKeys keys,
    List<Candidate> candidates,
    String source,
    long times,
    Instant firstSeenAt,
    Instant lastSeenAt) {}
