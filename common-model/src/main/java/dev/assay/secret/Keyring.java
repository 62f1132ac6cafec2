package dev.assay.secret;

import dev.assay.time.RepeatedMessages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts texts with AES-256-GCM and the first key of a file, and decrypts values that any of its
 * keys encrypted. A value has the form {@code assay:v1:KEY-ID:BASE64}, where BASE64 encodes nonce
 * (12 bytes), cipher text and tag (16 bytes). The file is checked for changes every few seconds,
 * and whenever an unknown key is needed. A key that was read once stays in memory, even if it is
 * removed from the file.
 */
public final class Keyring {
  private static final Logger LOG = Logger.getLogger(Keyring.class);
  private static final String PREFIX = "assay:v1:";
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(5);

  private static volatile @Nullable Keyring installed;

  private final Path file;
  private final long lookAgainNanos;
  private final RepeatedMessages repeated = new RepeatedMessages();
  private volatile Keys keys;
  private volatile boolean heldBack;

  /**
   * The keys that were read, and when.
   *
   * @param inFile the ids of the keys that are in the file now
   * @param first the first key of the file
   * @param active the key that encrypts
   */
  private record Keys(
      Map<String, SecretKey> byId,
      Set<String> inFile,
      SecretKey first,
      SecretKey active,
      FileTime written,
      long at) {
    Keys lookedAt() {
      return new Keys(byId, inFile, first, active, written, System.nanoTime());
    }

    Keys encryptingWith(SecretKey key) {
      return new Keys(byId, inFile, first, key, written, at);
    }
  }

  private Keyring(Path file, Duration lookAgain) {
    this.file = file;
    this.lookAgainNanos = lookAgain.toNanos();
    this.keys = read();
  }

  /** Reads the keys in {@code file}; IllegalStateException when it cannot be used. */
  public static Keyring of(Path file) {
    return new Keyring(file, CHECK_INTERVAL);
  }

  /** As above, but checks the file for changes after {@code lookAgain}. */
  static Keyring of(Path file, Duration lookAgain) {
    return new Keyring(file, lookAgain);
  }

  /**
   * Returns the keyring of this process. Static, because entity values cannot have it injected.
   * IllegalStateException when none is installed.
   */
  public static Keyring installed() {
    var current = installed;
    if (current == null) {
      throw new IllegalStateException(
          "No keys were read at the start (assay.secrets.key-file): stored secrets cannot be"
              + " used.");
    }
    return current;
  }

  /** Makes {@code keyring} the one of this process. */
  public static void install(Keyring keyring) {
    installed = keyring;
  }

  /** Whether {@code text} was encrypted by {@link #seal}, with any key. */
  public static boolean isSealed(String text) {
    return text.startsWith(PREFIX);
  }

  /** Whether the value was encrypted with the current key. */
  public boolean isCurrent(String sealed) {
    return sealed.startsWith(currentPrefix());
  }

  /** The prefix of every value that is encrypted with the current key. */
  String currentPrefix() {
    return PREFIX + fresh().active().id() + ":";
  }

  /** The ids of all keys, in order, on which it depends what can be decrypted. */
  public List<String> ids() {
    return fresh().byId().keySet().stream().sorted().toList();
  }

  /** The id of the current key. */
  String activeId() {
    return fresh().active().id();
  }

  /** From now on a new first key of the file encrypts only once it is {@link #activate}d. */
  void holdBack() {
    heldBack = true;
  }

  /** The first key of the file if it does not encrypt yet; else empty. */
  Optional<SecretKey> heldBackKey() {
    refresh();
    var current = keys;
    return Optional.of(current.first()).filter(first -> !first.equals(current.active()));
  }

  /** Makes {@code key}, one of this keyring, the key that encrypts. */
  synchronized void activate(SecretKey key) {
    keys = keys.encryptingWith(key);
  }

  /** The current key. */
  SecretKey active() {
    return fresh().active();
  }

  /** The ids of all keys in the file now; this process may know more. */
  Set<String> idsInFile() {
    return fresh().inFile();
  }

  Path file() {
    return file;
  }

  /** Encrypts {@code clear} for {@code place}; it can be decrypted only there. */
  public String seal(String clear, SecretColumn place) {
    return seal(clear, place, active());
  }

  /** As above, with {@code key}. */
  String seal(String clear, SecretColumn place, SecretKey key) {
    var nonce = new byte[NONCE];
    RANDOM.nextBytes(nonce);
    try {
      var cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce, place);
      var text = clear.getBytes(StandardCharsets.UTF_8);
      var sealed = Arrays.copyOf(nonce, NONCE + cipher.getOutputSize(text.length));
      cipher.doFinal(text, 0, text.length, sealed, NONCE);
      return PREFIX + key.id() + ":" + Base64.getEncoder().encodeToString(sealed);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-256-GCM does not work in this Java", e);
    }
  }

  /** Decrypts a value; UnreadableSecretException when its key is missing or it is damaged. */
  public String open(String sealed, SecretColumn place) {
    int colon = sealed.indexOf(':', PREFIX.length());
    if (!isSealed(sealed) || colon < 0) {
      throw new UnreadableSecretException(place, "it is damaged");
    }
    var key = key(sealed.substring(PREFIX.length(), colon), place);
    try {
      var bytes = Base64.getDecoder().decode(sealed.substring(colon + 1));
      var cipher = cipher(Cipher.DECRYPT_MODE, key, bytes, place);
      return new String(cipher.doFinal(bytes, NONCE, bytes.length - NONCE), StandardCharsets.UTF_8);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      // The cause has no further information.
      throw new UnreadableSecretException(
          place,
          "it was changed, was copied from another place, or key %s in %s is not the one that encrypted it"
              .formatted(key.id(), file));
    }
  }

  private SecretKey key(String id, SecretColumn place) {
    var key = keys.byId().get(id);
    if (key == null) {
      refresh();
      key = keys.byId().get(id);
    }
    if (key == null) {
      throw new UnreadableSecretException(
          place, "key %s is not in %s; put it back there".formatted(id, file));
    }
    return key;
  }

  private static Cipher cipher(int mode, SecretKey key, byte[] nonce, SecretColumn place)
      throws GeneralSecurityException {
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key.aes(), new GCMParameterSpec(TAG_BITS, nonce, 0, NONCE));
    cipher.updateAAD(place.bytes());
    return cipher;
  }

  private Keys fresh() {
    var current = keys;
    if (System.nanoTime() - current.at() >= lookAgainNanos) {
      refresh();
    }
    return keys;
  }

  /**
   * Reads the file again when it changed. A file that cannot be used is logged and changes nothing.
   */
  private synchronized void refresh() {
    var current = keys;
    try {
      keys = written().equals(current.written()) ? current.lookedAt() : merged(current, read());
    } catch (IllegalStateException e) {
      warnSometimes(e.getMessage() + " The keys that were read before stay in use.");
      keys = current.lookedAt();
    }
  }

  private Keys merged(Keys before, Keys read) {
    var byId = new LinkedHashMap<>(read.byId());
    before
        .byId()
        .forEach(
            (id, key) -> {
              var found = byId.put(id, key);
              if (found == null) {
                warnSometimes(
                    ("The key file %s no longer has key %s. This process still uses it; put it"
                            + " back if it is still needed after a restart.")
                        .formatted(file, id));
              } else if (!found.equals(key)) {
                warnSometimes(
                    ("The key file %s now has a different key with the id %s, which is ignored:"
                            + " give the new key another id.")
                        .formatted(file, id));
              }
            });
    var inFile =
        read.byId().values().stream()
            .filter(key -> key.equals(byId.get(key.id())))
            .map(SecretKey::id)
            .collect(Collectors.toUnmodifiableSet());
    var first = byId.getOrDefault(read.first().id(), read.first());
    var active = heldBack ? before.active() : first;
    return new Keys(byId, inFile, first, active, read.written(), read.at());
  }

  private void warnSometimes(String sentence) {
    if (repeated.isDue(sentence)) {
      LOG.warn(sentence);
    }
  }

  private Keys read() {
    var written = written(); // before reading: a change in between is noticed next time
    var all = KeyFile.read(file);
    var byId = new LinkedHashMap<String, SecretKey>();
    all.forEach(key -> byId.put(key.id(), key));
    var first = all.getFirst();
    return new Keys(byId, byId.keySet(), first, first, written, System.nanoTime());
  }

  private FileTime written() {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw new IllegalStateException(
          "The key file %s cannot be read (%s).".formatted(file, e.getClass().getSimpleName()), e);
    }
  }
}
