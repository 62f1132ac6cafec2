package dev.assay.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A certificate authority for one test, made with the JDK's keytool; certificates are PEM files.
 */
public final class Authority {
  private static final String PASSWORD = "throw-away";

  /** A certificate and its private key. */
  public record Issued(Path certificate, Path key) {}

  private final Path store;

  private Authority(Path store) {
    this.store = store;
  }

  /** Creates an authority, which keeps everything in {@code folder}. */
  public static Authority in(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var authority = new Authority(folder.resolve("store.p12"));
    authority.generate("ca", "-ext", "bc:c=ca:true", "-ext", "ku:c=keyCertSign");
    authority.write("ca.pem", "CERTIFICATE", "ca");
    return authority;
  }

  /** Returns the authority that was created in {@code folder} before. */
  public static Authority at(Path folder) {
    return new Authority(folder.resolve("store.p12"));
  }

  /** The authority's own certificate. */
  public Path certificate() {
    return store.resolveSibling("ca.pem");
  }

  /** Issues a certificate for {@code names}, such as {@code dns:localhost,ip:127.0.0.1}. */
  public Issued issue(String alias, String names) {
    generate(alias, "-signer", "ca", "-ext", "san=" + names);
    return new Issued(
        write(alias + ".pem", "CERTIFICATE", alias), write(alias + ".key", "PRIVATE KEY", alias));
  }

  /** Everything as a key store for Java's own TLS; its password is {@link #password}. */
  public KeyStore keys() {
    try {
      return KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The password of {@link #keys}. */
  public static char[] password() {
    return PASSWORD.toCharArray();
  }

  private void generate(String alias, String... more) {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1", // half the processor time
                "-genkeypair",
                "-alias",
                alias,
                "-dname",
                "CN=" + alias,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-validity",
                "2",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
    command.addAll(List.of(more));
    try {
      var keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
      var said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
        throw new IllegalStateException("keytool: " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Path write(String name, String kind, String alias) {
    var file = store.resolveSibling(name);
    try {
      var bytes =
          kind.equals("CERTIFICATE")
              ? keys().getCertificate(alias).getEncoded()
              : keys().getKey(alias, PASSWORD.toCharArray()).getEncoded();
      var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
      Files.writeString(
          file, "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(kind, text));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      return file;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
