package dev.assay.api.tls;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509KeyManager;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Provides a certificate and its key from files in PEM format, which are reloaded when they change.
 * Files that cannot be used, such as a new certificate whose key is not there yet, leave the
 * previous pair in use.
 */
final class ServerCertificate extends X509ExtendedKeyManager {
  private static final Logger LOG = Logger.getLogger(ServerCertificate.class);
  private static final byte[] PROBE = {1, 2, 3};

  /** The signature algorithm for each type of key. */
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

  private final Vertx vertx;
  private final Path certificate;
  private final Path key;
  private final PemFiles<Pair> files;

  /** The content of both files, read at one time. */
  private record Pair(String alias, List<X509Certificate> chain, PrivateKey key) {
    String type() {
      return chain.getFirst().getPublicKey().getAlgorithm();
    }
  }

  /**
   * @throws IllegalStateException when the files cannot be used
   */
  ServerCertificate(Vertx vertx, Path certificate, Path key) {
    this.vertx = vertx;
    this.certificate = certificate;
    this.key = key;
    this.files =
        new PemFiles<>(
            "The certificate in assay.api.tls-certificate (%s) with the key in assay.api.tls-key (%s)"
                .formatted(certificate, key),
            this::read,
            certificate,
            key);
  }

  /** Reloads the files if they have changed and can be used. */
  void reload() {
    if (files.reload()) {
      LOG.infof(
          "The API shows the certificate in %s from now on, which is valid until %s.",
          certificate, files.current().chain().getFirst().getNotAfter().toInstant());
    }
  }

  private Pair read() throws IOException, GeneralSecurityException {
    var keys =
        keyManager(
            new PemKeyCertOptions()
                .setCertValue(Buffer.buffer(Files.readAllBytes(certificate)))
                .setKeyValue(Buffer.buffer(Files.readAllBytes(key))));
    for (var type : SIGNATURES.keySet()) {
      var found = keys.getServerAliases(type, null);
      if (found != null) {
        var pair =
            new Pair(
                UUID.randomUUID().toString(),
                List.of(keys.getCertificateChain(found[0])),
                keys.getPrivateKey(found[0]));
        requireMatch(pair);
        return pair;
      }
    }
    throw new KeyException("its key is none of " + SIGNATURES.keySet());
  }

  private X509KeyManager keyManager(PemKeyCertOptions files) throws GeneralSecurityException {
    try {
      return (X509KeyManager) files.getKeyManagerFactory(vertx).getKeyManagers()[0];
    } catch (Exception e) { // as Vert.x declares it
      throw new KeyException(e.getMessage(), e);
    }
  }

  private static void requireMatch(Pair pair) throws GeneralSecurityException {
    var signature = Signature.getInstance(SIGNATURES.get(pair.type()));
    signature.initSign(pair.key());
    signature.update(PROBE);
    var signed = signature.sign();
    signature.initVerify(pair.chain().getFirst().getPublicKey());
    signature.update(PROBE);
    if (!signature.verify(signed)) {
      throw new KeyException("the key is not that of the certificate");
    }
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    return chooseServerAlias(keyType, issuers, null);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
    var pair = files.current();
    return pair.type().equals(keyType) ? pair.alias() : null;
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    var alias = chooseServerAlias(keyType, issuers, null);
    return alias == null ? null : new String[] {alias};
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    var pair = pair(alias);
    return pair == null ? null : pair.chain().toArray(X509Certificate[]::new);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    var pair = pair(alias);
    return pair == null ? null : pair.key();
  }

  private @Nullable Pair pair(String alias) {
    return Stream.of(files.current(), files.former())
        .filter(pair -> pair.alias().equals(alias))
        .findFirst()
        .orElse(null);
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return null; // for servers only
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }
}
