package dev.assay.api.authentication;

import io.quarkus.elytron.security.common.BcryptUtil;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;

/**
 * An htpasswd file: a line a user, name, colon and bcrypt hash; {@code #} begins a comment. As read
 * at one time. Source: spec api.md 7.
 */
final class PasswordFile {
  private static final Logger LOG = Logger.getLogger(PasswordFile.class);
  private static final Pattern BCRYPT =
      Pattern.compile("\\$2[aby]\\$([0-9]{2}\\$[./A-Za-z0-9]{53})");

  /** Of no password: checked for unknown users so that they take as long. */
  private static final String NOBODY =
      "$2a$10$abcdefghijklmnopqrstuuMAjVSrv9QyBvnFZ2iCwIAmGVuDWDfKq";

  private final Map<String, String> hashes;
  private final FileTime changed;

  private PasswordFile(Map<String, String> hashes, FileTime changed) {
    this.hashes = Map.copyOf(hashes);
    this.changed = changed;
  }

  /** Reads it; the exception names the file when it cannot be read. */
  static PasswordFile read(Path file) {
    try {
      var changed = Files.getLastModifiedTime(file);
      var hashes = new HashMap<String, String>();
      var lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        add(hashes, lines.get(i).strip(), file, i + 1);
      }
      return new PasswordFile(hashes, changed);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The htpasswd file %s (assay.api.http-basic-auth-user-file) cannot be read"
              .formatted(file),
          e);
    }
  }

  private static void add(Map<String, String> hashes, String line, Path file, int number) {
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    var colon = line.indexOf(':');
    var hash = BCRYPT.matcher(line.substring(colon + 1));
    if (colon < 1 || !hash.matches()) {
      LOG.warnf(
          "Line %d of %s is ignored: write user, colon and bcrypt hash, as htpasswd -B does.",
          number, file);
      return;
    }
    hashes.put(line.substring(0, colon), "$2a$" + hash.group(1)); // the letters mean the same today
  }

  /** Takes tens of milliseconds, whether the user is known or not. */
  boolean accepts(String user, String password) {
    var known = hashes.containsKey(user);
    return BcryptUtil.matches(password, hashes.getOrDefault(user, NOBODY)) && known;
  }

  /** How many users there are. */
  int size() {
    return hashes.size();
  }

  /** True when the file is no longer the one that was read; a missing one changes nothing. */
  boolean outdated(Path file) {
    try {
      return !Files.getLastModifiedTime(file).equals(changed);
    } catch (IOException _) {
      return false;
    }
  }
}
