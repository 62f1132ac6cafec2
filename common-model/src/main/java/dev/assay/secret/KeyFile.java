package dev.assay.secret;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key file and adds keys to it. Each line has an id and 32 bytes in base64; empty lines
 * and those that begin with # are ignored. Errors are IllegalStateException and never show the
 * content of the file.
 */
public final class KeyFile {
  private static final Logger LOG = Logger.getLogger(KeyFile.class);
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.-]{1,32}");
  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final Set<PosixFilePermission> FORBIDDEN =
      PosixFilePermissions.fromString("----w-rwx");
  private static final int ID_BYTES = 4;

  private KeyFile() {}

  /** Returns the keys, the one that encrypts first; at least one. */
  static List<SecretKey> read(Path file) {
    requirePrivate(file);
    var keys = new ArrayList<SecretKey>();
    int number = 0;
    for (var line : lines(file)) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      var key = key(file, number, SPACE.split(line.strip()));
      if (keys.stream().anyMatch(known -> known.id().equals(key.id()))) {
        throw new IllegalStateException(
            "The key file %s has two keys with the id %s.".formatted(file, key.id()));
      }
      keys.add(key);
    }
    if (keys.isEmpty()) {
      throw new IllegalStateException(
          "The key file %s has no key: make one with 'deploy/assay new-key %s'."
              .formatted(file, file));
    }
    return keys;
  }

  /**
   * Generates a new key and writes it to {@code file}, before or, with {@code last}, after the
   * others; returns its id. A missing file is created with mode 0600. An existing file keeps its
   * owner, group and permissions, and a symbolic link stays one.
   */
  public static String add(Path file, boolean last) {
    var random = new SecureRandom();
    var bytes = new byte[SecretKey.SIZE];
    random.nextBytes(bytes);
    var id = new byte[ID_BYTES];
    random.nextBytes(id);
    var name = HexFormat.of().formatHex(id);
    var line = name + " " + Base64.getEncoder().encodeToString(bytes);
    try {
      var lines = new ArrayList<String>();
      if (Files.exists(file)) {
        read(file);
        lines.addAll(lines(file));
      }
      lines.add(last ? lines.size() : 0, line);
      write(Files.exists(file) ? file.toRealPath() : file.toAbsolutePath(), lines);
    } catch (IOException e) {
      throw new IllegalStateException(
          "The key file %s cannot be written: %s".formatted(file, e), e);
    }
    return name;
  }

  private static void write(Path file, List<String> lines) throws IOException {
    var folder = file.getParent();
    Files.createDirectories(folder);
    var fresh = Files.createTempFile(folder, file.getFileName().toString(), ".new"); // mode 0600
    try {
      Files.write(fresh, lines, StandardCharsets.UTF_8);
      try (var channel = java.nio.channels.FileChannel.open(fresh)) {
        channel.force(true);
      }
      if (Files.exists(file)) {
        keepAccess(file, fresh);
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /**
   * Gives {@code fresh}, which will replace {@code file}, the same owner, group and permissions.
   */
  private static void keepAccess(Path file, Path fresh) throws IOException {
    var old = posix(file);
    var view = posix(fresh);
    if (old == null || view == null) {
      return; // no such permissions on this file system
    }
    var wanted = old.readAttributes();
    var made = view.readAttributes();
    try {
      if (!made.owner().equals(wanted.owner())) {
        view.setOwner(wanted.owner());
      }
      if (!made.group().equals(wanted.group())) {
        view.setGroup(wanted.group());
      }
      view.setPermissions(wanted.permissions());
    } catch (IOException e) {
      throw new IllegalStateException(
          "The key file %s belongs to %s (group %s) and must stay so, which %s may not bring about: do this as that user or as root. The file is unchanged."
              .formatted(file, wanted.owner(), wanted.group(), made.owner()),
          e);
    }
  }

  private static @Nullable PosixFileAttributeView posix(Path file) {
    return Files.getFileAttributeView(file, PosixFileAttributeView.class);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new IllegalStateException(
          "The key file %s cannot be read (%s)."
              .formatted(file, e.getClass().getSimpleName()), // its text may show the content
          e instanceof java.nio.charset.CharacterCodingException ? null : e);
    }
  }

  private static SecretKey key(Path file, int number, String[] words) {
    if (words.length == 2 && ID.matcher(words[0]).matches()) {
      try {
        var bytes = Base64.getDecoder().decode(words[1]);
        if (bytes.length == SecretKey.SIZE) {
          return new SecretKey(words[0], bytes);
        }
      } catch (IllegalArgumentException _) {
        // reported below, without the content of the line
      }
    }
    throw new IllegalStateException(
        "Line %d of the key file %s is no key: it takes an id of letters, digits, '_', '.' and '-', a space, and 32 random bytes in base64, as 'openssl rand -base64 32' makes them."
            .formatted(number, file));
  }

  private static void requirePrivate(Path file) {
    var view = posix(file);
    if (view == null) {
      return; // no such permissions on this file system
    }
    try {
      var attributes = view.readAttributes();
      var granted = attributes.permissions();
      if (FORBIDDEN.stream().anyMatch(granted::contains)) {
        throw new IllegalStateException(
            "The key file %s is open to others (%s): run 'chmod 600 %s'."
                .formatted(file, PosixFilePermissions.toString(granted), file));
      }
      if (granted.contains(PosixFilePermission.GROUP_READ) && isOurs(attributes.owner())) {
        LOG.warnf("The group of the key file %s may read it; chmod 600 ends that.", file);
      }
    } catch (IOException e) {
      throw new IllegalStateException(
          "The key file %s cannot be read (%s).".formatted(file, e.getClass().getSimpleName()), e);
    }
  }

  /**
   * Whether this process is the owner of a file. Another one reads it as a member of the group, as
   * in Kubernetes, and could not any more after chmod 600.
   */
  private static boolean isOurs(UserPrincipal owner) {
    try {
      return Files.getOwner(Path.of("/proc/self")).equals(owner);
    } catch (IOException _) {
      return true; // not Linux
    }
  }
}
