package dev.assay.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A certificate authority created for one test, and a certificate that it signed, as PEM files. */
public record Certificates(Path authority, Path certificate, Path key) {
  private static final String PASSWORD = "throw-away";

  /** Creates them; the certificate is for {@code name}, such as {@code dns:localhost}. */
  public static Certificates make(Path folder, String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    Files.createDirectories(folder);
    var store = folder.resolve("keys.p12");
    keytool(store, "-alias", "ca", "-dname", "CN=Test authority", "-ext", "bc:c");
    keytool(
        store, "-alias", "broker", "-dname", "CN=broker", "-signer", "ca", "-ext", "san=" + name);
    var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    return new Certificates(
        pem(folder.resolve("ca.pem"), "CERTIFICATE", keys.getCertificate("ca").getEncoded()),
        pem(
            folder.resolve("broker.pem"),
            "CERTIFICATE",
            keys.getCertificate("broker").getEncoded()),
        pem(
            folder.resolve("broker.key"),
            "PRIVATE KEY",
            keys.getKey("broker", PASSWORD.toCharArray()).getEncoded()));
  }

  private static void keytool(Path store, String... options)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-keyalg", "RSA", "-keysize", "2048", "-validity", "2"));
    command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", PASSWORD));
    command.addAll(List.of(options));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private static Path pem(Path file, String kind, byte[] content) throws IOException {
    var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, text, kind));
  }
}
