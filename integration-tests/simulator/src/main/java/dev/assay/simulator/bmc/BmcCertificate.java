package dev.assay.simulator.bmc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The self-signed certificate of all BMCs of a rack, as BMCs have it when nobody gave them another.
 *
 * @param keyStore certificate and key
 * @param pem the certificate
 */
public record BmcCertificate(PfxOptions keyStore, String pem) {
  private static final String ALIAS = "bmc";
  private static final String PASSWORD = "throw-away";
  private static final long KEYTOOL_SECONDS = 60;

  /** Makes one for servers at this address with the JDK's keytool; no file remains. */
  public static BmcCertificate of(InetAddress host) {
    try {
      var folder = Files.createTempDirectory("bmc-certificate");
      var store = folder.resolve("bmc.p12");
      try {
        generate(store, host);
        return new BmcCertificate(
            new PfxOptions()
                .setValue(Buffer.buffer(Files.readAllBytes(store)))
                .setPassword(PASSWORD),
            pem(KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray())));
      } finally {
        Files.deleteIfExists(store);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("what keytool has made cannot be read", e);
    }
  }

  private static String pem(KeyStore store) throws GeneralSecurityException {
    var encoded = store.getCertificate(ALIAS).getEncoded();
    var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
    return "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n".formatted(text);
  }

  private static void generate(Path store, InetAddress host) throws IOException {
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-J-XX:TieredStopAtLevel=1", // half the processor time
            "-genkeypair",
            "-keyalg",
            "EC",
            "-dname",
            "CN=bmc",
            "-ext",
            "san=ip:" + host.getHostAddress(),
            "-alias",
            ALIAS,
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD);
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      var output = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (!process.waitFor(KEYTOOL_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException("keytool failed: " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while keytool runs", e);
    } finally {
      process.destroy();
    }
  }
}
