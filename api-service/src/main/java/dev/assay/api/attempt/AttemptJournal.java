package dev.assay.api.attempt;

import dev.assay.api.attempt.Attempt.Entry;
import dev.assay.api.attempt.Attempt.Kind;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.source.SourceAddress;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Notes what became of lookups and callbacks. A response never waits for it and never fails because
 * of it: entries are limited per source, wait in memory for {@link JournalWriter}, and are counted
 * when they are left out. Source: docs/decisions/0048.
 */
@ApplicationScoped
public class AttemptJournal {
  private final ApiRequest request;
  private final JournalLimits limits;
  private final JournalWriter writer;
  private final AttemptCounts counts;

  @Inject
  AttemptJournal(
      ApiRequest request, JournalLimits limits, JournalWriter writer, AttemptCounts counts) {
    this.request = request;
    this.limits = limits;
    this.writer = writer;
    this.counts = counts;
  }

  /** Counts a callback whose data were accepted; its inspection tells the rest. */
  public void acceptedCallback() {
    counts.count(Kind.CALLBACK, Outcome.ACCEPTED);
  }

  /** Notes a lookup. */
  public void lookup(LookupKeys keys, Verdict verdict) {
    note(Kind.LOOKUP, keys, verdict, Optional::empty);
  }

  /** Notes a refused callback; {@code payload} is only asked for when it will be kept. */
  public void refusedCallback(LookupKeys keys, Verdict verdict, Supplier<RefusedPayload> payload) {
    note(Kind.CALLBACK, keys, verdict, () -> kept(verdict, payload));
  }

  private Optional<RefusedPayload> kept(Verdict verdict, Supplier<RefusedPayload> payload) {
    return verdict.outcome().keepsPayload() && limits.admitPayload(request.source())
        ? Optional.of(payload.get())
        : Optional.empty();
  }

  private void note(
      Kind kind, LookupKeys keys, Verdict verdict, Supplier<Optional<RefusedPayload>> payload) {
    counts.count(kind, verdict.outcome());
    SourceAddress source = request.source();
    if (limits.admitAttempt(source)) {
      writer.offer(
          new Entry(
              new Attempt(kind, request.reference(), source, request.requestId(), keys, verdict),
              payload.get()));
    }
  }
}
