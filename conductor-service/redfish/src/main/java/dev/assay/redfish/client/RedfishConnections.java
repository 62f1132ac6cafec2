package dev.assay.redfish.client;

import dev.assay.hardware.Deadline;
import dev.assay.http.ExchangeWatch;
import dev.assay.id.NodeId;
import dev.assay.redfish.tls.HttpClients;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/**
 * What the operations of a process share: connections, sessions at BMCs, and which BMCs do not
 * answer. Safe for use by several threads.
 */
public final class RedfishConnections implements AutoCloseable {
  private final Duration requestTimeout;
  private final HttpClients clients;
  private final Circuits circuits;
  private final SessionEnd sessionEnd;
  private final Sessions sessions;

  /**
   * @param connectTimeout for accepting a connection
   * @param requestTimeout for answering one request
   * @param caFolder certificates of authorities are read below it only
   * @param watch is told of each request
   */
  public RedfishConnections(
      Duration connectTimeout,
      Duration requestTimeout,
      Path caFolder,
      InstantSource clock,
      ExchangeWatch watch) {
    this.requestTimeout = requestTimeout;
    this.clients = new HttpClients(connectTimeout, caFolder, watch);
    this.circuits = new Circuits(clock);
    this.sessionEnd = new SessionEnd(clients, circuits);
    this.sessions = new Sessions(sessionEnd::begin);
  }

  /**
   * A client for one operation at a BMC. Sends nothing yet.
   *
   * @param node whose BMC it is; a session of its former user or address is closed
   * @param deadline of the whole operation
   * @param beforeCommand runs before each request that changes something, repeated ones too, and
   *     throws when that may not be sent
   */
  public RedfishClient client(
      NodeId node, RedfishAccess access, Deadline deadline, Runnable beforeCommand) {
    sessions.use(node, access);
    var http = clients.of(access.tls());
    var transport =
        new RedfishTransport(http, circuits, access, requestTimeout, deadline, beforeCommand);
    return new RedfishClient(access, new BmcLogin(access, transport, sessions), deadline);
  }

  /** Closes the sessions that are open at BMCs; returns after five seconds at the latest. */
  @Override
  public void close() {
    sessionEnd.await(sessions.takeAll());
  }
}
