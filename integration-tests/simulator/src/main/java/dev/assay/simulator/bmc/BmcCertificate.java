package dev.assay.simulator.bmc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The self-signed certificate of all BMCs of a rack, as BMCs have it when nobody gave them another.
 *
 * @param keyStore certificate and key
 * @param pem the certificate
 */
public record BmcCertificate(PfxOptions keyStore, String pem) {
  private static final String PASSWORD = "throw-away";
  private static final long KEYTOOL_SECONDS = 60;

  /** Makes one for servers at this address with the JDK's keytool; no file remains. */
  public static BmcCertificate of(InetAddress host) {
    try {
      var folder = Files.createTempDirectory("bmc-certificate");
      var store = folder.resolve("bmc.p12");
      var pem = folder.resolve("bmc.pem");
      try {
        var name = "san=ip:" + host.getHostAddress();
        keytool(store, "-genkeypair", "-keyalg", "EC", "-dname", "CN=bmc", "-ext", name);
        keytool(store, "-exportcert", "-rfc", "-file", pem.toString());
        return new BmcCertificate(
            new PfxOptions()
                .setValue(Buffer.buffer(Files.readAllBytes(store)))
                .setPassword(PASSWORD),
            Files.readString(pem));
      } finally {
        Files.deleteIfExists(store);
        Files.deleteIfExists(pem);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void keytool(Path store, String... arguments) throws IOException {
    var program = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var command = new ArrayList<>(List.of(program));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", "bmc", "-keystore", store.toString()));
    command.addAll(List.of("-storepass", PASSWORD));
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
