package dev.assay.conductor.testing;

import dev.assay.id.NodeId;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.message.MessageTransport;
import dev.assay.message.Outbox;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Replaces the broker: accepts every message, which only the test reads. */
@Alternative
@Priority(1)
@ApplicationScoped
public class SentMessages implements MessageTransport {
  private final List<Outbox.Row> rows = new CopyOnWriteArrayList<>();

  @Override
  public CompletionStage<Void> deliver(Outbox.Row message) {
    rows.add(message);
    return CompletableFuture.completedFuture(null);
  }

  /** From now on only what is sent from now on. */
  public void clear() {
    rows.clear();
  }

  public List<Outbox.Row> rows() {
    return List.copyOf(rows);
  }

  /** The commands among them. */
  public List<Command> commands() {
    return rows.stream()
        .map(row -> Envelope.read(row.body()).message())
        .filter(Command.class::isInstance)
        .map(Command.class::cast)
        .toList();
  }

  /** The commands for {@code node} among them, oldest first. */
  public List<Command> of(NodeId node) {
    return commands().stream().filter(command -> command.node().equals(node)).toList();
  }
}
