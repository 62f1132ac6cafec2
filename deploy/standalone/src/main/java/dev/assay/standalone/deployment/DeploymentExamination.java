package dev.assay.standalone.deployment;

import dev.assay.doctor.Finding;
import dev.assay.standalone.client.Api;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.postgresql.ds.PGSimpleDataSource;

/** Examines all parts of an installation that it is told of, and changes nothing. */
public final class DeploymentExamination {
  private static final int CONNECT_SECONDS = 10;

  private final Parts parts;
  private final Api api;
  private final Optional<SSLContext> trust;
  private final Clock clock;

  /** A server that asks for a user and a password. */
  public record Login(String url, String user, String password) {
    @Override
    public String toString() {
      // URLs may have a password
      return user + " at " + url.replaceFirst("//[^/@]*@", "//").replaceFirst("\\?.*", "");
    }
  }

  /**
   * Where the parts are.
   *
   * @param api the URL that clients use
   * @param processes URLs at which processes serve health and metrics
   * @param haproxy the statistics page
   * @param database a JDBC URL
   * @param broker the management plug-in of RabbitMQ
   * @param keyFile a copy of the key file
   */
  public record Parts(
      String api,
      List<String> processes,
      Optional<String> haproxy,
      Optional<Login> database,
      Optional<Login> broker,
      Optional<Path> keyFile) {
    public Parts {
      processes = List.copyOf(processes);
    }
  }

  public DeploymentExamination(Parts parts, Api api, Optional<SSLContext> trust, Clock clock) {
    this.parts = parts;
    this.api = api;
    this.trust = trust;
    this.clock = clock;
  }

  /** The findings about each part, in the order in which they are to be shown. */
  public Map<String, List<Finding>> run() {
    var report = new LinkedHashMap<String, List<Finding>>();
    try (var probe = new Probe(trust)) {
      report.put("API " + parts.api(), new ApiChecks(parts.api(), api, probe, clock).all());
      int apis = loadBalancer(probe, report);
      for (var process : parts.processes()) {
        report.put("Process " + process, new ProcessChecks(probe).all(process));
      }
      report.put("Database", database(apis));
      report.put("Broker", broker(probe));
    }
    return report;
  }

  private int loadBalancer(Probe probe, Map<String, List<Finding>> report) {
    if (parts.haproxy().isEmpty()) {
      report.put(
          "Load balancer",
          List.of(
              Finding.skipped(
                  "api-services", "Not examined: name HAProxy's page of statistics, --haproxy.")));
      return 0;
    }
    try {
      var servers = LoadBalancerChecks.read(probe, parts.haproxy().get());
      report.put("Load balancer", List.of(LoadBalancerChecks.judge(servers)));
      return servers.count();
    } catch (IOException e) {
      report.put(
          "Load balancer",
          List.of(
              Finding.failed(
                  "api-services",
                  "HAProxy does not tell about itself: %s.".formatted(Checks.oneLine(e)),
                  "Start it, or correct --haproxy: the address of ASSAY_STATS.")));
      return 0;
    }
  }

  private List<Finding> database(int apis) {
    if (parts.database().isEmpty()) {
      return List.of(
          Finding.skipped(
              "database",
              "Not examined: name it with --database and --database-user, or with"
                  + " $ASSAY_DATABASE_URL and $ASSAY_DATABASE_USERNAME."));
    }
    var login = parts.database().get();
    try (var connection = connect(login)) {
      connection.setReadOnly(true);
      var database = new Database(connection);
      return new Checks()
          .add(new DatabaseServerChecks(database, clock).all(apis))
          .add(new DatabaseAccessChecks(database).all(login.user(), login.password()))
          .add(new StoredStateChecks(database).all(parts.keyFile()))
          .findings();
    } catch (SQLException | IllegalArgumentException e) {
      return List.of(
          Finding.failed(
              "database",
              "The database lets %s not in: %s.".formatted(login, Checks.oneLine(e)),
              "Correct --database, --database-user and $ASSAY_DATABASE_PASSWORD; the other checks of"
                  + " the database were left out."));
    }
  }

  private static Connection connect(Login login) throws SQLException {
    var source = new PGSimpleDataSource();
    source.setUrl(login.url());
    source.setApplicationName("assay doctor");
    source.setLoginTimeout(CONNECT_SECONDS);
    source.setSocketTimeout(60);
    return source.getConnection(login.user(), login.password());
  }

  private List<Finding> broker(Probe probe) {
    return parts
        .broker()
        .map(it -> new BrokerChecks(probe, it.url(), it.user(), it.password()).all())
        .orElseGet(
            () ->
                List.of(
                    Finding.skipped(
                        "broker",
                        "Not examined: name its management plug-in, --broker http://HOST:15672.")));
  }
}
