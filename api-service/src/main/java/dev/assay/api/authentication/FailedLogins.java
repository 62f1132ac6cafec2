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
 * How many wrong passwords may come from one source and for one user name, known or not. A user is
 * not held up by what others send in his name where he came in before, nor where no wrong password
 * came from lately: else anybody could lock him out. Source: docs/decisions/0011.
 */
final class FailedLogins {
  private static final int MOST_SOURCES = 20_000;
  private static final int MOST_USERS = 2_000;
  private static final int SECONDS_A_MINUTE = 60;

  private final int perMinute;
  private final TokenBuckets bySource;
  private final TokenBuckets byUser;
  private final Set<String> cameInFrom =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<>(64, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                  return size() > MOST_USERS;
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
    var perSecond = (double) perMinute / SECONDS_A_MINUTE;
    this.bySource = new TokenBuckets(perSecond, burst, MOST_SOURCES, nanoTime);
    this.byUser = new TokenBuckets(perSecond, burst, MOST_USERS, nanoTime);
  }

  /** Whether a password may be checked; counts as a failure until {@link #succeeded}. */
  synchronized boolean admit(SourceAddress source, String user) {
    if (perMinute == 0) {
      return true;
    }
    var innocent = bySource.full(source.network());
    if (!bySource.take(source.network())) {
      return false;
    }
    if (cameInFrom.contains(place(source, user)) || byUser.take(user) || innocent) {
      return true;
    }
    bySource.giveBack(source.network());
    return false;
  }

  /** The password was right. */
  void succeeded(SourceAddress source, String user) {
    bySource.giveBack(source.network());
    if (cameInFrom.add(place(source, user))) {
      byUser.giveBack(user);
    }
  }

  /** The same for every source and user. */
  TryLater refusal() {
    return new TryLater(
        "Too many wrong passwords came from this address or for this user; try again later.",
        Math.ceilDiv(SECONDS_A_MINUTE, Math.max(1, perMinute)));
  }

  private static String place(SourceAddress source, String user) {
    return source.network() + " " + user;
  }
}
