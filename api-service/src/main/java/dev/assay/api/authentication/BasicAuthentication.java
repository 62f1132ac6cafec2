package dev.assay.api.authentication;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.assay.api.source.SourceAddress;
import io.vertx.core.MultiMap;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates by user and password with an htpasswd file. Successful logins are cached by a keyed
 * hash of the header, because bcrypt is slow on purpose; a changed file clears the cache. A wrong
 * password, an unknown user and an exceeded limit take the same time and give the same response for
 * every name. Source: spec api.md 3 (E4) and 7, docs/decisions/0011.
 */
final class BasicAuthentication implements Authentication {
  private static final Logger LOG = Logger.getLogger(BasicAuthentication.class);
  private static final String CHALLENGE = "Basic realm=\"Baremetal API\"";
  private static final String INCORRECT = "Incorrect username or password";
  private static final Verdict BUSY =
      new TryLater("Many passwords are being checked at this moment; try again later.", 1);
  private static final String MAC = "HmacSHA256";
  private static final int MAX_CACHED = 1000;
  private static final long FILE_CHECK_NANOS = 1_000_000_000L;
  private static final int MAX_HEADER_LENGTH = 1024;

  private record Credentials(String user, String password) {}

  private final Path path;
  private final Set<String> observers;
  private final SecretKeySpec hashKey;
  private final Cache<ByteBuffer, Admitted> cached =
      Caffeine.newBuilder().maximumSize(MAX_CACHED).build();
  private final PasswordChecks checks;
  private final FailedLogins failures;
  private final BiPredicate<String, String> bcrypt;
  private volatile PasswordFile file;
  private volatile long fileCheckedAt = System.nanoTime();

  /** {@code bcrypt} tells whether a password, its first argument, matches a hash. */
  BasicAuthentication(
      Path path,
      Set<String> observers,
      PasswordChecks checks,
      FailedLogins failures,
      BiPredicate<String, String> bcrypt) {
    this.path = path;
    this.observers = Set.copyOf(observers);
    this.checks = checks;
    this.failures = failures;
    this.bcrypt = bcrypt;
    this.file = PasswordFile.read(path);
    var random = new byte[32];
    new SecureRandom().nextBytes(random);
    this.hashKey = new SecretKeySpec(random, MAC);
  }

  @Override
  public Optional<Verdict> known(MultiMap headers) {
    var header = headers.get("Authorization");
    if (header == null) {
      return Optional.of(refused("Authorization required"));
    }
    if (credentials(header) == null) {
      return Optional.of(
          refused("Could not read the Authorization header: send user and password"));
    }
    return System.nanoTime() - fileCheckedAt > FILE_CHECK_NANOS
        ? Optional.empty()
        : Optional.ofNullable(cached.getIfPresent(hash(header)));
  }

  @Override
  public boolean remembers(MultiMap headers) {
    return cached.getIfPresent(hash(String.valueOf(headers.get("Authorization")))) != null;
  }

  @Override
  public Verdict decide(MultiMap headers, SourceAddress source) {
    reloadIfChanged();
    var header = String.valueOf(headers.get("Authorization"));
    var cachedVerdict = cached.getIfPresent(hash(header));
    if (cachedVerdict != null) {
      return cachedVerdict;
    }
    var credentials = credentials(header);
    return credentials == null
        ? refused(INCORRECT)
        : checks.inTurn(() -> check(header, credentials, source)).orElse(BUSY);
  }

  private Verdict check(String header, Credentials credentials, SourceAddress source) {
    var meanwhile = cached.getIfPresent(hash(header));
    if (meanwhile != null) {
      return meanwhile; // the same client has sent several requests at once
    }
    var user = credentials.user();
    if (!failures.admit(source, user)) {
      return failures.refusal();
    }
    var now = file;
    if (!now.accepts(user, credentials.password(), bcrypt)) {
      return refused(INCORRECT);
    }
    failures.succeeded(source, user);
    var role = observers.contains(user) ? Role.OBSERVER : Role.ADMIN;
    var admitted = new Admitted(Optional.of(user), role);
    synchronized (this) {
      if (now == file) { // else a password that is no longer valid would be cached
        cached.put(hash(header), admitted);
      }
    }
    return admitted;
  }

  private synchronized void reloadIfChanged() {
    fileCheckedAt = System.nanoTime();
    if (!file.outdated(path)) {
      return;
    }
    try {
      file = PasswordFile.read(path);
      cached.invalidateAll();
    } catch (UncheckedIOException e) {
      LOG.error("The htpasswd file could not be reloaded; the previous passwords stay in use.", e);
    }
  }

  private static Verdict refused(String message) {
    return new Refused(message, CHALLENGE);
  }

  private static @Nullable Credentials credentials(String header) {
    var basic =
        header.length() < MAX_HEADER_LENGTH && header.toLowerCase(Locale.ROOT).startsWith("basic ");
    if (!basic) {
      return null;
    }
    try {
      var decoded = Base64.getDecoder().decode(header.substring("basic ".length()).strip());
      var text = new String(decoded, StandardCharsets.UTF_8);
      var colon = text.indexOf(':');
      return colon < 1
          ? null
          : new Credentials(text.substring(0, colon), text.substring(colon + 1));
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  private ByteBuffer hash(String header) {
    try {
      var mac = Mac.getInstance(MAC);
      mac.init(hashKey);
      return ByteBuffer.wrap(mac.doFinal(header.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + MAC, e);
    }
  }
}
