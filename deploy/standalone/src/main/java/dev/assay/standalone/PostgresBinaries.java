package dev.assay.standalone;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.io.FileUtils;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of PostgreSQL, unpacked into a folder that belongs to this user: the library would
 * unpack them below /tmp, into a folder that another user may own.
 */
final class PostgresBinaries {
  private static final Duration USUAL_LIMIT = Duration.ofMinutes(2);
  private static final int OWNER_EXECUTES = 0100;

  /** Names of folders that this class makes, or made: the checksum had 16 digits. */
  private static final Pattern NAMES = Pattern.compile("[0-9a-f]{8}|[0-9a-f]{16}|new-[0-9]+");

  private static final DirectoryStream.Filter<Path> OURS =
      path -> NAMES.matcher(path.getFileName().toString()).matches();

  private final Path folder;

  private PostgresBinaries(Path folder) {
    this.folder = folder;
  }

  /**
   * The programs of the bundled version, in a folder below {@code parent}. If that folder does not
   * exist, deletes other versions there and what interrupted starts left, from which no server may
   * run, and unpacks it.
   */
  static PostgresBinaries in(Path parent) throws IOException {
    var archive = archive();
    var folder = parent.resolve(checksum(archive));
    if (!Files.exists(folder)) {
      Files.createDirectories(parent);
      deleteOthers(parent);
      var temporary = Files.createTempDirectory(parent, "new-");
      unpack(archive, temporary);
      Files.move(temporary, folder);
    }
    return new PostgresBinaries(folder);
  }

  private static void deleteOthers(Path parent) throws IOException {
    try (var folders = Files.newDirectoryStream(parent, OURS)) {
      for (var folder : folders) {
        FileUtils.deleteDirectory(folder.toFile());
      }
    }
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

  /** Only tells versions apart, at every start: SHA-256 takes 0.2 s before Java has compiled it. */
  private static String checksum(byte[] archive) {
    var crc = new CRC32();
    crc.update(archive);
    return "%08x".formatted(crc.getValue());
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
    if ((entry.getMode() & OWNER_EXECUTES) != 0) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }
  }

  /**
   * Runs a program with {@code input} as its standard input, and waits until it ends.
   *
   * @throws IOException with the output of the program if it fails; also if it takes too long
   */
  void run(String program, List<String> arguments, String input) throws IOException {
    run(program, arguments, input, USUAL_LIMIT);
  }

  /** As above, with a time limit of its own. */
  void run(String program, List<String> arguments, String input, Duration limit)
      throws IOException {
    var command = new ArrayList<String>();
    if (LinuxUtils.isUnshareAvailable()) {
      command.addAll(List.of("unshare", "-U")); // PostgreSQL refuses to run as root
    }
    command.add(folder.resolve("bin").resolve(program).toString());
    command.addAll(arguments);
    var output = Files.createTempFile("assay-", ".log");
    try {
      // Redirected to a file because the server that pg_ctl starts keeps the streams open.
      var process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.to(output.toFile()))
              .start();
      try (var in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      if (!process.waitFor(limit)) {
        process.destroyForcibly();
        throw new IOException("%s takes more than %d s".formatted(program, limit.toSeconds()));
      }
      if (process.exitValue() != 0) {
        throw new IOException(program + " says: " + Files.readString(output).strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + program, e);
    } finally {
      Files.deleteIfExists(output);
    }
  }
}
