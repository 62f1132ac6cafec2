package dev.assay.conductor.inspection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.assay.connection.DatabaseOutage;
import dev.assay.id.NodeId;
import dev.assay.inspection.ReceivedLogs;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.statement.JoinedWrites;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jboss.logging.Logger;

/**
 * Removes the ramdisk logs of ended inspections from the database, after writing them to a file if
 * that is configured. Logs that cannot be written stay until Retention deletes them. Source: spec
 * hooks.md 1.2.
 */
@ApplicationScoped
class FileLogs {
  private static final Logger LOG = Logger.getLogger(FileLogs.class);

  private final RamdiskLogs files;
  private final ReceivedLogs received;
  private final Nodes nodes;
  private final DatabaseOutage outage;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().name("logs").factory());

  FileLogs(RamdiskLogs files, ReceivedLogs received, Nodes nodes, DatabaseOutage outage) {
    this.files = files;
    this.received = received;
    this.nodes = nodes;
    this.outage = outage;
  }

  /** Whether logs are written to a file, for an inspection that {@code failed} or not. */
  boolean wanted(boolean failed) {
    return files.wanted(failed);
  }

  /** Deletes the stored logs, within the caller's transaction. */
  void drop(UUID inspection) {
    received.drop(inspection);
  }

  /** As above, with {@code also}. */
  void drop(UUID inspection, JoinedWrites also) {
    received.drop(inspection, also);
  }

  /** Writes the logs to a file if wanted, then deletes them. Runs in its own transactions. */
  void of(Node node, UUID inspection, boolean failed) {
    of(node, inspection, failed, MissingNode.getInstance());
  }

  /**
   * As above, but on a background thread, one inspection at a time: the disk may be slow or hang.
   */
  void later(NodeId node, UUID inspection, boolean failed) {
    thread.execute(
        () -> {
          try {
            QuarkusTransaction.requiringNew()
                .call(() -> nodes.find(node))
                .ifPresent(found -> of(found, inspection, failed));
          } catch (RuntimeException e) {
            if (!outage.explains(e)) {
              LOG.warnf(
                  e, "The logs of inspection %s of node %s stay where they are.", inspection, node);
            }
          }
        });
  }

  /** Logs that still wait to be written stay until Retention deletes them. */
  void stop(@Observes ShutdownEvent stopped) {
    thread.shutdownNow();
  }

  /**
   * Writes and deletes at once, for an inspection whose payload may contain the logs, as older
   * versions stored them.
   */
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
