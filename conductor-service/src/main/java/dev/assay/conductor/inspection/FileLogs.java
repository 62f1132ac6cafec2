package dev.assay.conductor.inspection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.assay.inspection.ReceivedLogs;
import dev.assay.node.Node;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.UUID;

/**
 * Takes the logs of an inspection that is over out of the database: into a file when they are
 * wanted, and away otherwise. What cannot be written stays for Retention. Source: spec hooks.md
 * 1.2.
 */
@ApplicationScoped
class FileLogs {
  private final RamdiskLogs files;
  private final ReceivedLogs received;

  FileLogs(RamdiskLogs files, ReceivedLogs received) {
    this.files = files;
    this.received = received;
  }

  /** Own transactions only. */
  void of(Node node, UUID inspection, boolean failed) {
    of(node, inspection, failed, MissingNode.getInstance());
  }

  /** The same, for an inspection whose payload may hold the logs, as older versions stored them. */
  void of(Node node, UUID inspection, boolean failed, JsonNode inPayload) {
    if (files.wanted(failed) && !files.keep(node, target -> copy(inspection, inPayload, target))) {
      return;
    }
    QuarkusTransaction.requiringNew().run(() -> received.drop(inspection));
  }

  private boolean copy(UUID inspection, JsonNode inPayload, OutputStream target)
      throws IOException {
    if (copy(inspection, target)) {
      return true;
    }
    var archive = ReceivedLogs.decoded(inPayload);
    if (archive.isPresent()) {
      target.write(archive.get());
    }
    return archive.isPresent();
  }

  private boolean copy(UUID inspection, OutputStream target) throws IOException {
    try {
      return QuarkusTransaction.requiringNew()
          .call(
              () -> {
                try {
                  return received.copy(inspection, target);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
