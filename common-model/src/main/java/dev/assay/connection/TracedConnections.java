package dev.assay.connection;

import dev.assay.tracing.Span;
import dev.assay.tracing.Tracing;
import dev.assay.tracing.Tracing.Kind;
import io.agroal.api.AgroalPoolInterceptor;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.postgresql.PGConnection;

/**
 * Records the use of a connection to the database as a span: from when the pool has given it until
 * it has it back, which for a transaction is its first statement until its end. Work that belongs
 * to no trace, such as polling, is not recorded.
 */
@Singleton
class TracedConnections implements AgroalPoolInterceptor {
  private final Tracing tracing;
  private final Map<PGConnection, Span> used = new ConcurrentHashMap<>();

  TracedConnections(Tracing tracing) {
    this.tracing = tracing;
  }

  @Override
  public void onConnectionAcquire(Connection connection) {
    if (tracing.isOn()) {
      var span = tracing.child(Kind.CLIENT, "transaction", "postgresql");
      if (span != Span.NONE) {
        used.put(real(connection), span.with("db.system.name", "postgresql"));
      }
    }
  }

  @Override
  public void onConnectionReturn(Connection connection) {
    if (tracing.isOn()) {
      end(connection);
    }
  }

  @Override
  public void onConnectionDestroy(Connection connection) {
    if (tracing.isOn()) {
      end(connection);
    }
  }

  /** The pool wraps it anew each time. */
  private static PGConnection real(Connection connection) {
    try {
      return connection.unwrap(PGConnection.class);
    } catch (SQLException e) {
      throw new IllegalStateException("the pool holds a connection that is not PostgreSQL's", e);
    }
  }

  private void end(Connection connection) {
    var span = used.remove(real(connection));
    if (span != null) {
      span.end();
    }
  }
}
