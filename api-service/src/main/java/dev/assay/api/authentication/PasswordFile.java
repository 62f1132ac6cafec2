package dev.assay.api.authentication;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;

/**
 * The content of an htpasswd file at one time: one user per line, as name, colon and bcrypt hash;
 * {@code #} begins a comment. Source: spec api.md 7.
 */
final class PasswordFile {
  private static final Logger LOG = Logger.getLogger(PasswordFile.class);
  private static final Pattern BCRYPT =
      Pattern.compile("\\$2[aby]\\$((?:0[4-9]|[12][0-9]|3[01])\\$[./A-Za-z0-9]{53})");

  /** A hash that no password matches, with a variable cost; checked only to spend time. */
  private static final String UNMATCHABLE =
      "$2a$%02d$abcdefghijklmnopqrstuuMAjVSrv9QyBvnFZ2iCwIAmGVuDWDfKq";

  private static final int MIN_COST = 4;

  private final Map<String, String> hashes;
  private final FileTime changed;
  private final int highestCost;

  private PasswordFile(Map<String, String> hashes, FileTime changed) {
    this.hashes = Map.copyOf(hashes);
    this.changed = changed;
    this.highestCost = hashes.values().stream().mapToInt(PasswordFile::cost).max().orElse(MIN_COST);
  }

  /** Reads the file; the exception names it when it cannot be read. */
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
    hashes.put(line.substring(0, colon), "$2a$" + hash.group(1)); // all variants are equal today
  }

  /**
   * True when the password is correct. Takes the time of the most costly hash of the file, for
   * every user, known or not: a step of cost doubles the time, so after a cheaper hash the hashes
   * of nobody make up the rest.
   */
  boolean accepts(String user, String password, BiPredicate<String, String> bcrypt) {
    var known = hashes.get(user);
    var hash = known == null ? UNMATCHABLE.formatted(highestCost) : known;
    var right = bcrypt.test(password, hash);
    boolean unexpectedMatch = false;
    for (int cost = cost(hash); cost < highestCost; cost++) {
      unexpectedMatch |= bcrypt.test(password, UNMATCHABLE.formatted(cost));
    }
    return right && known != null && !unexpectedMatch;
  }

  /** The cost of a hash: the binary logarithm of the number of rounds. */
  private static int cost(String hash) {
    return Integer.parseInt(hash.substring("$2a$".length(), "$2a$10".length()));
  }

  /** The number of users. */
  int size() {
    return hashes.size();
  }

  /** True when the file has changed since it was read; a missing file counts as unchanged. */
  boolean outdated(Path file) {
    try {
      return !Files.getLastModifiedTime(file).equals(changed);
    } catch (IOException _) {
      return false;
    }
  }
}
