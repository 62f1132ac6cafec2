package dev.assay.api.authentication;

import dev.assay.api.ApiConfig;
import dev.assay.api.authentication.Authentication.TryLater;
import dev.assay.api.source.SourceAddress;
import dev.assay.api.source.TokenBuckets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Limits wrong passwords by source and by user name, whether or not the user exists. The limit of a
 * user name does not apply to a source from which the user has logged in before, nor to one without
 * recent wrong passwords: otherwise anybody could lock the user out. Source: docs/decisions/0011.
 */
final class FailedLogins {
  private static final int MAX_SOURCES = 20_000;
  private static final int MAX_USERS = 2_000;
  private static final int SECONDS_PER_MINUTE = 60;

  private final int perMinute;
  private final TokenBuckets bySource;
  private final TokenBuckets byUser;
  private final Set<String> knownLogins =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<>(64, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                  return size() > MAX_USERS;
                }
              }));

  FailedLogins(ApiConfig config) {
    this(config.failedLoginsPerMinute(), config.failedLoginsBurst(), System::nanoTime);
  }

  FailedLogins(int perMinute, int burst, LongSupplier nanoTime) {
    if (perMinute < 0 || burst < 1) {
      throw new IllegalArgumentException(
          "assay.api.failed-logins-per-minute must be 0 or more, and failed-logins-burst 1 or more");
    }
    this.perMinute = perMinute;
    var perSecond = (double) perMinute / SECONDS_PER_MINUTE;
    this.bySource = new TokenBuckets(perSecond, burst, MAX_SOURCES, nanoTime);
    this.byUser = new TokenBuckets(perSecond, burst, MAX_USERS, nanoTime);
  }

  /** True when a password may be checked; counts as a wrong one until {@link #succeeded}. */
  synchronized boolean admit(SourceAddress source, String user) {
    if (perMinute == 0) {
      return true;
    }
    var noRecentFailure = bySource.full(source.network());
    if (!bySource.take(source.network())) {
      return false;
    }
    if (knownLogins.contains(loginKey(source, user)) || byUser.take(user) || noRecentFailure) {
      return true;
    }
    bySource.giveBack(source.network());
    return false;
  }

  /** Records that the password was correct. */
  void succeeded(SourceAddress source, String user) {
    bySource.giveBack(source.network());
    if (knownLogins.add(loginKey(source, user))) {
      byUser.giveBack(user);
    }
  }

  /** The response when a limit is exceeded; the same for every source and user. */
  TryLater refusal() {
    return new TryLater(
        "Too many wrong passwords came from this address or for this user; try again later.",
        Math.ceilDiv(SECONDS_PER_MINUTE, Math.max(1, perMinute)));
  }

  private static String loginKey(SourceAddress source, String user) {
    return source.network() + " " + user;
  }
}
