package dev.assay.standalone;

import dev.assay.standalone.client.Api;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options {@code --url} and {@code --ca}: a running API. {@code $OS_USERNAME} and {@code
 * $OS_PASSWORD} log in.
 */
final class ApiOptions {
  private static final String USER = "OS_USERNAME";
  private static final String PASSWORD = "OS_PASSWORD";

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "${env:OS_ENDPOINT:-http://127.0.0.1:6385}",
      description = "The API (default: $OS_ENDPOINT, else http://127.0.0.1:6385).")
  private String url = "";

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      defaultValue = "${env:OS_CACERT}",
      description = "Certificates of the API's authority, PEM (default: $OS_CACERT).")
  private @Nullable Path ca;

  Api open() throws IOException, GeneralSecurityException {
    return new Api(url(), login(), trust());
  }

  /** The root of the API, without a slash at the end. */
  String url() {
    var text = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    return text.endsWith("/v1") ? text.substring(0, text.length() - 3) : text;
  }

  private static Optional<Api.Login> login() {
    var user = System.getenv(USER);
    var password = System.getenv(PASSWORD);
    return user == null || password == null
        ? Optional.empty()
        : Optional.of(new Api.Login(user, password));
  }

  /** The authorities of {@code --ca}; by default those of the Java runtime. */
  Optional<SSLContext> trust() throws IOException, GeneralSecurityException {
    if (ca == null || ca.toString().isBlank()) {
      return Optional.empty();
    }
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var pem = Files.newInputStream(ca)) {
      var number = 0;
      for (var one : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("authority-" + number++, one);
      }
    }
    var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trusted.getTrustManagers(), null);
    return Optional.of(context);
  }
}
