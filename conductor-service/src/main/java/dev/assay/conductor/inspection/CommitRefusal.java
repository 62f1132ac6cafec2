package dev.assay.conductor.inspection;

import dev.assay.conductor.pipeline.RulesRun;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import java.util.Optional;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.exception.DataException;
import org.jboss.logging.Logger;

/** Why what hooks and rules changed could not be committed, and could not by a retry either. */
record CommitRefusal(ErrorCode code, String sentence) {
  private static final Logger LOG = Logger.getLogger(CommitRefusal.class);

  /**
   * Runs {@code transaction}, which commits what hooks and {@code rules} changed; empty when it
   * did. What is refused may be the value of a sensitive rule.
   */
  static Optional<CommitRefusal> of(RulesRun rules, Runnable transaction) {
    try {
      transaction.run();
      return Optional.empty();
    } catch (InspectionFailure e) {
      return Optional.of(new CommitRefusal(e.code(), rules.masked(e.sentence())));
    } catch (ConstraintViolationException | DataException e) {
      var refusal = DatabaseRefusal.of(e);
      return Optional.of(new CommitRefusal(refusal.code(), refusal.sentence()));
    } catch (NullPointerException | ClassCastException | IllegalArgumentException e) {
      LOG.error("What hooks or rules changed cannot be written.", e); // a retry would fail, too
      return Optional.of(
          new CommitRefusal(
              ErrorCode.HOOK_FAILED,
              "what hooks or rules changed cannot be written; see the log of the conductor"));
    }
  }
}
