package dev.assay.inspection;

import dev.assay.document.Document;
import dev.assay.document.Documents;
import dev.assay.statement.JoinedWrites;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Stores the traces of ended inspections as documents, apart from the times of hooks: a machine
 * that did not change has the same trace again.
 */
@ApplicationScoped
public class Traces {
  private final Documents documents;

  Traces(Documents documents) {
    this.documents = documents;
  }

  /**
   * Lets {@code run}, which has ended, refer to a document instead of holding its trace; returns
   * the document, which must be stored in the same transaction. Empty when there is no trace.
   */
  public Optional<Document> detach(Inspection run) {
    var trace = run.trace();
    if (trace.nothingRan()) {
      return Optional.empty();
    }
    var json = StoredJson.write(trace.timed()).getBytes(StandardCharsets.UTF_8);
    var document = Document.of(json);
    run.traceIs(document.digest(), trace.micros());
    return Optional.of(document);
  }

  /** As {@link #detach}, and stores the document. */
  public void keep(Inspection run) {
    keep(run, new JoinedWrites());
  }

  /** As above, and runs {@code also} in the same round trip. */
  public void keep(Inspection run, JoinedWrites also) {
    documents.keep(run.nodeId(), detach(run).stream().toList(), also);
  }

  /** The trace of {@code run}; empty when none was made or it was deleted. */
  public Trace of(Inspection run) {
    return run.traceDocument()
        .flatMap(digest -> documents.find(run.nodeId(), digest))
        .map(
            text ->
                StoredJson.read(new String(text.read().json(), StandardCharsets.UTF_8), Trace.class)
                    .timed(run.hookMicros()))
        .orElseGet(run::trace);
  }
}
