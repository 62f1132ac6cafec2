package dev.assay.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Loads the certificate authorities that may have signed the broker's certificate. */
final class TrustedAuthorities {
  private TrustedAuthorities() {}

  /**
   * Returns a TLS context that trusts the certificates in {@code file}, or those that Java trusts
   * when there is none.
   *
   * @throws IllegalArgumentException when the file does not exist or contains no certificate
   */
  static SSLContext context(Optional<Path> file) {
    try {
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(file.isPresent() ? read(file.get()) : javaDefault());
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static @Nullable KeyStore javaDefault() {
    return null; // null means the default to TrustManagerFactory
  }

  private static KeyStore read(Path file) throws GeneralSecurityException {
    try (var pem = Files.newInputStream(file)) {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
      if (store.size() == 0) {
        throw new CertificateException("it holds no certificate");
      }
      return store;
    } catch (IOException | CertificateException e) {
      throw new IllegalArgumentException(
          "assay.broker.ssl-ca-file names %s, of which no certificates in PEM format can be read: %s"
              .formatted(file, e.getMessage()),
          e);
    }
  }
}
