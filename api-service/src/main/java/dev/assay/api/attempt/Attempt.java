package dev.assay.api.attempt;

import dev.assay.api.source.SourceAddress;
import dev.assay.id.MacAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One lookup or callback.
 *
 * @param reference the one in its response
 * @param keys what the machine sent to identify itself
 */
record Attempt(
    Kind kind,
    String reference,
    SourceAddress source,
    String requestId,
    LookupKeys keys,
    Verdict verdict) {
  /** What it was. */
  enum Kind {
    LOOKUP,
    CALLBACK;

    String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The same for attempts of one kind with the same keys and outcome. */
  byte[] digest() {
    return Sha256.of(
        Stream.of(
                Stream.of(kind.wire(), verdict.outcome().name()),
                keys.uuid().stream().map(Object::toString),
                keys.macs().stream().map(MacAddress::text).sorted(),
                keys.bmcAddresses().stream().sorted())
            .flatMap(part -> part)
            .collect(Collectors.joining(" "))
            .getBytes(StandardCharsets.UTF_8));
  }

  /** With data that are worth keeping. */
  record Entry(Attempt attempt, Optional<RefusedPayload> payload) {}
}
