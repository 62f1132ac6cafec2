package dev.assay.standalone.inspectorimport;

import dev.assay.stack.MariaDbServer;
import dev.assay.stack.PostgresServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;

/**
 * The two databases that a real ironic-inspector wrote: see {@code resources/inspector/make}.
 *
 * @param mariadb with the database {@code inspector}
 */
record InspectorDumps(MariaDbServer mariadb, PostgresServer postgres) implements AutoCloseable {
  /** Starts both servers and loads the dumps. */
  static InspectorDumps loaded(Path folder) throws IOException, SQLException {
    var mariadb = MariaDbServer.start(folder.resolve("mariadb"), "inspector");
    try (var connection = mariadb.connect("inspector")) {
      load(connection, "mariadb.sql");
    }
    var postgres = PostgresServer.start(folder.resolve("postgresql"));
    try (var connection = postgres.connect()) {
      load(connection, "postgresql.sql");
    }
    return new InspectorDumps(mariadb, postgres);
  }

  /** The option {@code [database]connection} of the one on MariaDB. */
  String mariadbConnection() {
    return "mysql+pymysql://root:@127.0.0.1:%d/inspector?charset=utf8".formatted(mariadb.port());
  }

  /** The same of the one on PostgreSQL. */
  String postgresConnection() {
    return postgres
        .url()
        .replace("jdbc:postgresql://", "postgresql+psycopg2://" + PostgresServer.USER + "@");
  }

  /** Runs the statements of a dump; each ends with a semicolon at the end of a line. */
  private static void load(Connection connection, String name) throws IOException, SQLException {
    try (var statement = connection.createStatement()) {
      for (var sql : resource(name).split(";\n", -1)) {
        if (!sql.isBlank()) {
          statement.execute(sql);
        }
      }
    }
  }

  static String resource(String name) throws IOException {
    var file = "/inspector/" + name;
    try (var stream = Objects.requireNonNull(InspectorDumps.class.getResourceAsStream(file))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    mariadb.close();
    postgres.close();
  }
}
