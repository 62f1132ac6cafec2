package dev.assay.standalone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * Finds and connects to the local PostgreSQL whose data is in a given folder, even if another
 * process started it.
 */
public final class DatabaseAddress {
  /** The only database user. */
  static final String USER = "postgres";

  /** The port number; PostgreSQL makes it part of the socket's file name. */
  static final String PORT = "5432";

  private static final String SOCKET = ".s.PGSQL.";
  private static final int PORT_LINE = 3;
  private static final int SOCKET_LINE = 4;
  private static final int LONGEST_SOCKET_PATH = 103; // bytes; the limit of macOS, Linux allows 107

  private DatabaseAddress() {}

  /** Connects to the server that runs on {@code folder}; the caller closes the connection. */
  public static Connection connect(Path folder) throws SQLException {
    return DriverManager.getConnection(url(folder), USER, PasswordFile.read(passwordFile(folder)));
  }

  /** The JDBC URL of the server that runs on {@code folder}. */
  static String url(Path folder) {
    try {
      var lines = Files.readAllLines(folder.resolve("postmaster.pid"));
      var socket = Path.of(lines.get(SOCKET_LINE), SOCKET + lines.get(PORT_LINE));
      return "jdbc:postgresql://localhost/postgres?sslmode=disable&socketFactory=%s&socketFactoryArg=%s"
          .formatted(
              UnixSocketFactory.class.getName(),
              URLEncoder.encode(socket.toString(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL does not run in " + folder, e);
    }
  }

  /** The folder that contains the socket of the server that runs on {@code folder}. */
  static Path socketFolder(Path folder) throws IOException {
    return Path.of(Files.readAllLines(folder.resolve("postmaster.pid")).get(SOCKET_LINE));
  }

  static Path passwordFile(Path folder) {
    return folder.resolveSibling("database.password");
  }

  /**
   * Creates the folder for the socket: beside the data or, if that path is too long for a socket,
   * as a new temporary folder.
   */
  static Path makeSocketFolder(Path folder) throws IOException {
    var sibling = folder.resolveSibling("socket");
    var length = sibling.resolve(SOCKET + PORT).toString().getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_SOCKET_PATH) {
      return Files.createTempDirectory("assay-"); // mode 0700
    }
    var mode = PosixFilePermissions.fromString("rwx------");
    if (!Files.exists(sibling)) {
      Files.createDirectory(sibling, PosixFilePermissions.asFileAttribute(mode));
    }
    return Files.setPosixFilePermissions(sibling, mode);
  }
}
