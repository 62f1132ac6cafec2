package dev.assay.api.attempt;

import dev.assay.api.source.SourceAddress;
import dev.assay.api.source.TokenBuckets;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.function.LongSupplier;

/** How much of each source is written down, because any client can cause it. */
@Startup
@ApplicationScoped
class JournalLimits {
  private static final int MAX_SOURCES = 20_000;

  private final boolean payloads;
  private final TokenBuckets attemptRate;
  private final TokenBuckets payloadRate;
  private final JournalLosses losses;

  @Inject
  JournalLimits(AttemptConfig attempts, UnmatchedConfig payloads, JournalLosses losses) {
    this(attempts, payloads, losses, System::nanoTime);
  }

  JournalLimits(
      AttemptConfig attempts,
      UnmatchedConfig payloads,
      JournalLosses losses,
      LongSupplier nanoTime) {
    if (attempts.maxRows() < 1 || payloads.maxPayloads() < 0) {
      throw new IllegalArgumentException(
          "assay.attempts.max-rows must be 1 or more, and assay.unmatched.max-payloads 0 or more");
    }
    require("assay.attempts", attempts.rate(), attempts.burst());
    require("assay.unmatched", payloads.rate(), payloads.burst());
    this.payloads = payloads.maxPayloads() > 0;
    this.attemptRate = new TokenBuckets(attempts.rate(), attempts.burst(), MAX_SOURCES, nanoTime);
    this.payloadRate = new TokenBuckets(payloads.rate(), payloads.burst(), MAX_SOURCES, nanoTime);
    this.losses = losses;
  }

  private static void require(String prefix, double rate, int burst) {
    if (!(rate >= 0) || burst < 1) {
      throw new IllegalArgumentException(
          "%1$s.rate must be 0 or more, and %1$s.burst 1 or more".formatted(prefix));
    }
  }

  boolean admitAttempt(SourceAddress source) {
    var admitted = admits(attemptRate, source);
    if (!admitted) {
      losses.attempt(JournalLosses.Cause.RATE);
    }
    return admitted;
  }

  boolean admitPayload(SourceAddress source) {
    if (!payloads) {
      return false; // nobody wants any: none is missing
    }
    var admitted = admits(payloadRate, source);
    if (!admitted) {
      losses.payload(JournalLosses.Cause.RATE);
    }
    return admitted;
  }

  private static boolean admits(TokenBuckets rate, SourceAddress source) {
    return source.local() || rate.take(source.network());
  }
}
