package dev.assay.api.tls;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStoreException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Verifies certificates of clients against the authorities in a file, which is reloaded when it
 * changes.
 */
final class ClientAuthorities extends X509ExtendedTrustManager {
  private static final Logger LOG = Logger.getLogger(ClientAuthorities.class);

  private final Vertx vertx;
  private final Path file;
  private final PemFiles<X509ExtendedTrustManager> files;

  /**
   * @throws IllegalStateException when the file cannot be used
   */
  ClientAuthorities(Vertx vertx, Path file) {
    this.vertx = vertx;
    this.file = file;
    this.files =
        new PemFiles<>(
            "The file in assay.api.tls-client-ca (%s)".formatted(file), this::read, file);
  }

  /** Reloads the file if it has changed and can be used. */
  void reload() {
    if (files.reload()) {
      LOG.infof("Certificates of clients are verified with %s as it is now.", file);
    }
  }

  private X509ExtendedTrustManager read() throws IOException, GeneralSecurityException {
    var options = new PemTrustOptions().addCertValue(Buffer.buffer(Files.readAllBytes(file)));
    try {
      return (X509ExtendedTrustManager) options.getTrustManagerFactory(vertx).getTrustManagers()[0];
    } catch (Exception e) { // as Vert.x declares it
      throw new KeyStoreException(e.getMessage(), e);
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
      throws CertificateException {
    files.current().checkClientTrusted(chain, type, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
      throws CertificateException {
    files.current().checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    files.current().checkClientTrusted(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
      throws CertificateException {
    throw forClients();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
      throws CertificateException {
    throw forClients();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw forClients();
  }

  private static CertificateException forClients() {
    return new CertificateException("only certificates of clients are verified here");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return files.current().getAcceptedIssuers();
  }
}
