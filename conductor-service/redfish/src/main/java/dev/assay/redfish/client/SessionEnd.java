package dev.assay.redfish.client;

import dev.assay.hardware.Deadline;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.Sleep;
import dev.assay.redfish.client.RedfishTransport.Credential;
import dev.assay.redfish.client.Sessions.Entry;
import dev.assay.redfish.tls.HttpClients;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Closes sessions at BMCs, each on its own thread. A session that cannot be closed ends by the
 * BMC's timeout, so a failure is only logged. Source: DSP0266 13.3.4.
 */
final class SessionEnd {
  private static final Logger LOG = Logger.getLogger(SessionEnd.class);
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final HttpClients clients;
  private final Circuits circuits;

  SessionEnd(HttpClients clients, Circuits circuits) {
    this.clients = clients;
    this.circuits = circuits;
  }

  /** Closes the session in the background; returns at once. */
  void begin(RedfishAccess access, Entry.Session session) {
    Thread.ofVirtual().name("redfish-logout").start(() -> close(access, session));
  }

  /** Closes the sessions; returns when all are closed, or after five seconds. */
  void await(Map<RedfishAccess, Entry> entries) {
    var closing = entries.entrySet().stream().flatMap(SessionEnd::session).toList();
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      var _ =
          threads.invokeAll(
              closing.stream().map(this::closing).toList(),
              LIMIT.toMillis(),
              TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      threads.shutdownNow();
    }
  }

  private static Stream<Map.Entry<RedfishAccess, Entry.Session>> session(
      Map.Entry<RedfishAccess, Entry> entry) {
    return entry.getValue() instanceof Entry.Session session
        ? Stream.of(Map.entry(entry.getKey(), session))
        : Stream.empty();
  }

  private Callable<Boolean> closing(Map.Entry<RedfishAccess, Entry.Session> open) {
    return () -> close(open.getKey(), open.getValue());
  }

  private boolean close(RedfishAccess access, Entry.Session session) {
    if (session.path().isEmpty()) {
      return false;
    }
    try {
      var deadline = new Deadline(InstantSource.system(), Sleep.REAL, LIMIT);
      var transport =
          new RedfishTransport(
              clients.of(access.tls()), circuits, access, LIMIT, deadline, () -> {});
      var token = new Credential("X-Auth-Token", session.token().clear());
      var answer =
          transport.follow(RedfishRequest.delete(session.path().get()), Optional.of(token));
      LOG.debugf("The session at %s was closed: HTTP %d.", access.address(), answer.status());
      return answer.isSuccess();
    } catch (HardwareFailure | CancellationException e) {
      LOG.debugf("A session stays open until its time-out: %s", e.getMessage());
      return false;
    }
  }
}
