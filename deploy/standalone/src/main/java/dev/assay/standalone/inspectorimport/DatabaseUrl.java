package dev.assay.standalone.inspectorimport;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Where the database is, from option {@code [database]connection}, which is a URL of SQLAlchemy.
 *
 * @param jdbc the URL for Java, without user and password
 */
public record DatabaseUrl(String jdbc, String user, String password) {
  /**
   * Reads a URL such as {@code mysql+pymysql://user:password@host/ironic_inspector?charset=utf8}.
   * Its query is about Python's drivers and is left out.
   *
   * @throws IllegalArgumentException when it is none, or of another kind of database
   */
  public static DatabaseUrl parse(String connection) {
    URI url;
    try {
      url = URI.create(connection.strip());
    } catch (IllegalArgumentException e) {
      throw unusable("it is not a URL (characters of a password must be percent-encoded)");
    }
    var scheme = String.valueOf(url.getScheme());
    var kind = scheme.contains("+") ? scheme.substring(0, scheme.indexOf('+')) : scheme;
    var prefix =
        switch (kind) {
          case "mysql", "mariadb" -> "jdbc:mariadb://";
          case "postgresql", "postgres" -> "jdbc:postgresql://";
          default ->
              throw unusable(
                  "it is of kind \"%s\"; MySQL, MariaDB and PostgreSQL can be read"
                      .formatted(kind));
        };
    if (url.getHost() == null || url.getPath() == null || url.getPath().length() < 2) {
      throw unusable("it names no host or no database; give user:password@host/database");
    }
    var port = url.getPort() < 0 ? "" : ":" + url.getPort();
    var login = Optional.ofNullable(url.getRawUserInfo()).orElse("").split(":", 2);
    return new DatabaseUrl(
        prefix + url.getHost() + port + url.getPath(),
        decoded(login[0]),
        login.length == 2 ? decoded(login[1]) : "");
  }

  private static IllegalArgumentException unusable(String why) {
    return new IllegalArgumentException("[database]connection cannot be used: " + why);
  }

  private static String decoded(String text) {
    // A plus is a plus in this part of a URL.
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "%s of user %s".formatted(jdbc, user);
  }
}
