package dev.assay.redfish.tls;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.assay.error.ErrorCode;
import dev.assay.error.ShortText;
import dev.assay.hardware.HardwareFailure;
import dev.assay.http.BoundedHttpClient;
import dev.assay.http.ExchangeWatch;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Caches HTTP clients, one for each {@link TlsTrust} and not for each BMC: a client has a thread
 * and a connection pool. Bounded; an evicted client ends by itself when it is no longer used.
 */
public final class HttpClients {
  private static final int BOUND = 64;

  private final Duration connectTimeout;
  private final ExchangeWatch watch;
  private final Path caFolder;
  private final Cache<Key, BoundedHttpClient> clients =
      Caffeine.newBuilder().maximumSize(BOUND).build();

  /** A new client is made when a file of certificates was added, removed or changed. */
  private record Key(TlsTrust tls, List<Version> files) {}

  private record Version(Path file, FileTime modified, long size) {}

  public HttpClients(Duration connectTimeout, Path caFolder, ExchangeWatch watch) {
    this.connectTimeout = connectTimeout;
    this.watch = watch;
    this.caFolder = caFolder;
    BoundedHttpClient.closeIdleSoon();
  }

  /**
   * The client for {@code tls}; throws HardwareFailure with INVALID_PARAMETER when its certificates
   * or ciphers cannot be used.
   */
  public BoundedHttpClient of(TlsTrust tls) {
    try {
      var key = new Key(tls, versions(tls));
      var known = clients.getIfPresent(key);
      if (known != null) {
        return known;
      }
      var made = make(tls);
      clients.put(key, made);
      return made;
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new HardwareFailure(
          ErrorCode.INVALID_PARAMETER,
          "The TLS settings of driver_info cannot be used (%s): check redfish_verify_ca, redfish_tls_minimum_version and redfish_tls_ciphers."
              .formatted(ShortText.printable(String.valueOf(e), 300)),
          e);
    }
  }

  private BoundedHttpClient make(TlsTrust tls) throws IOException, GeneralSecurityException {
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust(tls).orElse(null), null);
    var parameters = parameters(tls, context);
    return new BoundedHttpClient(
        connection ->
            connection
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(connectTimeout)
                .sslContext(context)
                .sslParameters(parameters),
        watch);
  }

  private static SSLParameters parameters(TlsTrust tls, SSLContext context)
      throws GeneralSecurityException {
    var parameters = context.getDefaultSSLParameters();
    tls.minimumVersion()
        .ifPresent(
            version ->
                parameters.setProtocols(
                    version.equals("TLSv1.3")
                        ? new String[] {"TLSv1.3"}
                        : new String[] {"TLSv1.3", "TLSv1.2"}));
    if (!tls.ciphers().isEmpty()) {
      var supported = List.of(context.getSupportedSSLParameters().getCipherSuites());
      if (!supported.containsAll(tls.ciphers())) {
        throw new GeneralSecurityException("unknown cipher in " + tls.ciphers());
      }
      parameters.setCipherSuites(tls.ciphers().toArray(String[]::new));
    }
    return parameters;
  }

  /** Empty to use the authorities that this JVM trusts. */
  private Optional<TrustManager[]> trust(TlsTrust tls)
      throws IOException, GeneralSecurityException {
    if (!tls.verify()) {
      return Optional.of(new TrustManager[] {new TrustAnyone()});
    }
    if (tls.authorities().isEmpty()) {
      return Optional.empty();
    }
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    var number = 0;
    for (var file : files(tls.authorities().get())) {
      try (var pem = Files.newInputStream(file)) {
        for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
          store.setCertificateEntry(String.valueOf(number++), certificate);
        }
      }
    }
    if (number == 0) {
      throw new IOException("no certificate in " + tls.authorities().get());
    }
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return Optional.of(factory.getTrustManagers());
  }

  private List<Path> files(String given) throws IOException {
    var path = real(Path.of(given));
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    try (var inside = Files.list(path)) {
      var files = new ArrayList<Path>();
      for (var file : inside.filter(Files::isRegularFile).sorted().toList()) {
        files.add(real(file));
      }
      return files;
    }
  }

  /** Follows links: a node's owner must not be able to open other files of the conductor. */
  private Path real(Path path) throws IOException {
    var real = path.toRealPath();
    if (!real.startsWith(caFolder.toRealPath())) {
      throw new IOException("%s leads out of %s".formatted(path, caFolder));
    }
    return real;
  }

  private List<Version> versions(TlsTrust tls) throws IOException {
    if (tls.authorities().isEmpty()) {
      return List.of();
    }
    var versions = new ArrayList<Version>();
    for (var file : files(tls.authorities().get())) {
      versions.add(new Version(file, Files.getLastModifiedTime(file), Files.size(file)));
    }
    return versions;
  }
}
