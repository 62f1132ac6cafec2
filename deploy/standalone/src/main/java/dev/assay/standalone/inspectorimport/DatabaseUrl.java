package dev.assay.standalone.inspectorimport;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the database is, from option {@code [database]connection}, which is a URL of SQLAlchemy.
 *
 * @param jdbc the URL for Java, without user and password
 */
public record DatabaseUrl(String jdbc, String user, String password) {
  /**
   * Reads a URL such as {@code mysql+pymysql://user:password@host/ironic_inspector?charset=utf8}.
   * Of its query, TLS is taken over; the rest is about Python's drivers.
   *
   * @throws IllegalArgumentException when it is none, of another kind of database, or needs a
   *     certificate of the client
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
        prefix + url.getHost() + port + url.getPath() + tls(kind, options(url)),
        decoded(login[0]),
        login.length == 2 ? decoded(login[1]) : "");
  }

  private static Map<String, String> options(URI url) {
    var options = new LinkedHashMap<String, String>();
    for (var option : Optional.ofNullable(url.getRawQuery()).orElse("").split("&", -1)) {
      var parts = option.split("=", 2);
      options.put(parts[0], parts.length == 2 ? parts[1] : "");
    }
    return options;
  }

  /** The options of TLS as the driver for Java names them, as a query. */
  private static String tls(String kind, Map<String, String> options) {
    if (kind.startsWith("postgres")) { // psycopg's are those of Java's driver
      return query(
          options.entrySet().stream()
              .filter(option -> option.getKey().startsWith("ssl"))
              .map(option -> option.getKey() + "=" + option.getValue()));
    }
    if (options.containsKey("ssl_cert") || options.containsKey("ssl_key")) {
      throw unusable(
          "ssl_cert and ssl_key are not supported; use a user who needs no certificate of its own");
    }
    var authority = options.get("ssl_ca");
    if (authority == null) { // without TLS MySQL 8 wants the password encrypted by its own key
      return query(Stream.of("allowPublicKeyRetrieval=true"));
    }
    var mode =
        options.getOrDefault("ssl_verify_identity", "").equalsIgnoreCase("true")
            ? "verify-full"
            : "verify-ca";
    return query(Stream.of("sslMode=" + mode, "serverSslCert=" + authority));
  }

  private static String query(Stream<String> options) {
    var query = options.collect(Collectors.joining("&"));
    return query.isEmpty() ? "" : "?" + query;
  }

  private static IllegalArgumentException unusable(String why) {
    return new IllegalArgumentException("[database]connection cannot be used: " + why);
  }

  private static String decoded(String text) {
    // A plus is a plus in this part of a URL.
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Without the password, and without options of the driver. */
  @Override
  public String toString() {
    return "%s of user %s".formatted(jdbc.replaceFirst("\\?.*", ""), user);
  }
}
