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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts texts with AES-256-GCM and the first key of a file, and decrypts what any of its keys
 * encrypted: {@code assay:v1:KEY-ID:BASE64} of nonce (12 bytes), cipher text and tag (16 bytes).
 * The file is looked at again every few seconds, and whenever a key is asked for that is not known.
 * A key that was read once stays in memory, whatever becomes of the file.
 */
public final class Keyring {
  private static final Logger LOG = Logger.getLogger(Keyring.class);
  private static final String PREFIX = "assay:v1:";
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  private static volatile @Nullable Keyring installed;

  private final Path file;
  private final long lookAgainNanos;
  private final RepeatedMessages repeated = new RepeatedMessages();
  private volatile Keys keys;
  private volatile boolean heldBack;

  /**
   * What was read, and when.
   *
   * @param inFile the ids of those that the file has, too
   * @param first the first one of the file
   * @param active the one that encrypts
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

  /** Of the keys in {@code file}; IllegalStateException when it cannot be used. */
  public static Keyring of(Path file) {
    return new Keyring(file, LOOK_AGAIN);
  }

  /** As above, which looks at the file after {@code lookAgain}. */
  static Keyring of(Path file, Duration lookAgain) {
    return new Keyring(file, lookAgain);
  }

  /** The one of this process, for the values of entities, which nobody can be handed to. */
  public static Keyring installed() {
    var current = installed;
    if (current == null) {
      throw new IllegalStateException(
          "No keys were read at the start (assay.secrets.key-file): stored secrets cannot be"
              + " used.");
    }
    return current;
  }

  /** Makes it the one of this process. */
  public static void install(Keyring keyring) {
    installed = keyring;
  }

  /** Whether {@code text} is what {@link #seal} answered, with whatever key. */
  public static boolean isSealed(String text) {
    return text.startsWith(PREFIX);
  }

  /** Whether it was encrypted with the key that encrypts now. */
  public boolean isCurrent(String sealed) {
    return sealed.startsWith(currentPrefix());
  }

  /** With what every value begins that is encrypted now. */
  String currentPrefix() {
    return PREFIX + fresh().active().id() + ":";
  }

  /** The id of the key that encrypts now. */
  String activeId() {
    return fresh().active().id();
  }

  /** From now on a key that newly stands first encrypts only once it is {@link #activate}d. */
  void holdBack() {
    heldBack = true;
  }

  /** The key that stands first in the file now and does not encrypt yet. */
  Optional<SecretKey> heldBackKey() {
    refresh();
    var current = keys;
    return Optional.of(current.first()).filter(first -> !first.equals(current.active()));
  }

  /** From now on {@code key}, one of these, encrypts. */
  synchronized void activate(SecretKey key) {
    keys = keys.encryptingWith(key);
  }

  /** The key that encrypts now. */
  SecretKey active() {
    return fresh().active();
  }

  /** The ids of all keys that the file has now; this process may know more. */
  Set<String> idsInFile() {
    return fresh().inFile();
  }

  Path file() {
    return file;
  }

  /** Encrypts {@code clear} for {@code place}, where alone it can be read again. */
  public String seal(String clear, SecretColumn place) {
    return seal(clear, place, active());
  }

  /** The same with {@code key}. */
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

  /**
   * What was encrypted; UnreadableSecretException when the key is missing or the value not whole.
   */
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
      // The cause says nothing more.
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

  /** Reads the file again when it changed; what cannot be used is told, and changes nothing. */
  private synchronized void refresh() {
    var current = keys;
    try {
      keys = written().equals(current.written()) ? current.lookedAt() : merged(current, read());
    } catch (IllegalStateException e) {
      tellSometimes(e.getMessage() + " The keys that were read before stay in use.");
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
                tellSometimes(
                    "The key file %s has key %s no more. Until this process ends it is used; if it still is needed then, put it back."
                        .formatted(file, id));
              } else if (!found.equals(key)) {
                tellSometimes(
                    "The key file %s has another key of the id %s now, which is not used: give it an id of its own."
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

  private void tellSometimes(String sentence) {
    if (repeated.isDue(sentence)) {
      LOG.warn(sentence);
    }
  }

  private Keys read() {
    var written = written(); // before it is read: a change in between is seen the next time
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
