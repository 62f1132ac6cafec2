package dev.assay.objectstore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Reads the certificate authorities that may have signed the store's certificate. */
final class TrustedAuthorities {
  private TrustedAuthorities() {}

  /**
   * Trusts the certificates in {@code file} and no others.
   *
   * @throws IllegalArgumentException when the file does not exist or contains no certificate
   */
  static TrustManager[] of(Path file) {
    try (var pem = Files.newInputStream(file)) {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
      if (store.size() == 0) {
        throw new CertificateException("it holds no certificate");
      }
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      return trust.getTrustManagers();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "assay.inventory.s3.ca-file names %s, of which no certificates in PEM format can be read: %s"
              .formatted(file, e.getMessage()),
          e);
    }
  }
}
