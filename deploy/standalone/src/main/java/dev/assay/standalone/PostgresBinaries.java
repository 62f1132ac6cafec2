package dev.assay.standalone;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of PostgreSQL, unpacked into a folder of ours: a folder under /tmp, where the
 * library unpacks them, may be another user's.
 */
final class PostgresBinaries {
  private static final long LIMIT_SECONDS = 120;
  private static final int OWNER_RUNS = 0100;
  private static final int NAME = 8;

  private final Path folder;

  private PostgresBinaries(Path folder) {
    this.folder = folder;
  }

  /** Those of this version, below {@code parent}; unpacked when they are not there. */
  static PostgresBinaries in(Path parent) throws IOException {
    var archive = archive();
    var folder = parent.resolve(digest(archive));
    if (!Files.exists(folder)) {
      Files.createDirectories(parent);
      var fresh = Files.createTempDirectory(parent, "new-");
      unpack(archive, fresh);
      Files.move(fresh, folder);
    }
    return new PostgresBinaries(folder);
  }

  private static byte[] archive() throws IOException {
    var system = System.getProperty("os.name");
    var processor = System.getProperty("os.arch");
    try (var archive =
        DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(
            system.startsWith("Mac") ? "Darwin" : system,
            processor.equals("amd64") ? "x86_64" : processor)) {
      if (archive == null) {
        throw new IOException("there is no PostgreSQL for " + system + " on " + processor);
      }
      return archive.readAllBytes();
    }
  }

  private static String digest(byte[] archive) {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(archive);
      return HexFormat.of().formatHex(digest, 0, NAME);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static void unpack(byte[] archive, Path folder) throws IOException {
    try (var tar =
        new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
      for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        var path = folder.resolve(entry.getName()).normalize();
        if (!path.startsWith(folder)) {
          throw new IOException("the archive of PostgreSQL is damaged: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.getParent());
          unpack(tar, entry, path);
        }
      }
    }
  }

  private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path path)
      throws IOException {
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(tar, path);
    if ((entry.getMode() & OWNER_RUNS) != 0) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }
  }

  /** Runs a program, and waits for it; IOException with what it said when it fails. */
  void run(String program, List<String> arguments, String input) throws IOException {
    var command = new ArrayList<String>();
    if (LinuxUtils.isUnshareAvailable()) {
      command.addAll(List.of("unshare", "-U")); // PostgreSQL refuses to run as root
    }
    command.add(folder.resolve("bin").resolve(program).toString());
    command.addAll(arguments);
    var said = Files.createTempFile("assay-", ".log");
    try {
      // To a file: the server that pg_ctl starts keeps the streams open.
      var process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.to(said.toFile()))
              .start();
      try (var in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException("%s takes more than %d s".formatted(program, LIMIT_SECONDS));
      }
      if (process.exitValue() != 0) {
        throw new IOException(program + " says: " + Files.readString(said).strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + program, e);
    } finally {
      Files.deleteIfExists(said);
    }
  }
}
