package dev.assay.api.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.api.authentication.Authentication.Admitted;
import dev.assay.api.authentication.Authentication.Refused;
import dev.assay.api.authentication.Authentication.TryLater;
import dev.assay.api.authentication.Authentication.Verdict;
import dev.assay.api.source.SourceAddress;
import io.quarkus.elytron.security.common.BcryptUtil;
import io.vertx.core.MultiMap;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What guessing names and passwords reveals and costs; hashes are counted, not timed. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class GuessedPasswordsTest {
  private static final long SECOND = 1_000_000_000L;
  private final AtomicLong time = new AtomicLong();
  private final AtomicLong rounds = new AtomicLong();
  private Path file;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    file = folder.resolve("htpasswd");
    Files.writeString(
        file,
        "alice:%s%nbob:%s%ncarol:%s%n"
            .formatted(
                BcryptUtil.bcryptHash("secret", 4),
                BcryptUtil.bcryptHash("secret", 7),
                BcryptUtil.bcryptHash("secret", 5)));
  }

  @Test
  void every_name_costs_the_same() {
    var authentication = basic(100);
    for (var user : List.of("alice", "bob", "carol", "nobody", "x".repeat(100))) {
      rounds.set(0);
      assertThat(decide(authentication, user, "wrong", "192.0.2.1"))
          .as(user)
          .isEqualTo(
              new Refused("Incorrect username or password", "Basic realm=\"Baremetal API\""));
      assertThat(rounds.get()).as(user).isEqualTo(1 << 7);
    }
    assertThat(decide(authentication, "alice", "secret", "192.0.2.1")).isInstanceOf(Admitted.class);
  }

  @Test
  void one_source_may_send_few_wrong_passwords_whoever_it_names() {
    var authentication = basic(3);
    for (var user : List.of("alice", "nobody", "bob")) {
      assertThat(decide(authentication, user, "wrong", "192.0.2.1")).isInstanceOf(Refused.class);
    }
    rounds.set(0);
    var later = decide(authentication, "carol", "secret", "192.0.2.1");
    assertThat(later).isInstanceOf(TryLater.class);
    assertThat(decide(authentication, "none", "wrong", "192.0.2.1")).isEqualTo(later);
    assertThat(rounds).hasValue(0);
    assertThat(decide(authentication, "carol", "secret", "192.0.2.2")).isInstanceOf(Admitted.class);
    time.addAndGet(SECOND);
    assertThat(decide(authentication, "carol", "secret", "192.0.2.1")).isInstanceOf(Admitted.class);
  }

  @Test
  void one_name_may_be_tried_few_times_wherever_it_comes_from() {
    for (var user : List.of("alice", "nobody")) {
      var authentication = basic(3);
      for (int i = 1; i <= 3; i++) {
        assertThat(decide(authentication, user, "wrong", "192.0.2." + i))
            .isInstanceOf(Refused.class);
      }
      assertThat(decide(authentication, user, "wrong", "192.0.2.3"))
          .as(user)
          .isEqualTo(
              new TryLater(
                  "Too many wrong passwords came from this address or for this user; try again"
                      + " later.",
                  1));
      assertThat(decide(authentication, "bob", "secret", "192.0.2.3")).isInstanceOf(Admitted.class);
    }
  }

  @Test
  void a_user_is_not_locked_out_where_no_wrong_password_came_from() {
    var authentication = basic(3); // as after a restart: no login yet
    for (int i = 1; i <= 9; i++) {
      assertThat(decide(authentication, "alice", "wrong", "192.0.2." + i))
          .isInstanceOf(Refused.class);
    }
    assertThat(decide(authentication, "alice", "secret", "192.0.2.9")).isInstanceOf(TryLater.class);
    assertThat(decide(authentication, "alice", "secret", "198.51.100.1"))
        .isInstanceOf(Admitted.class);
  }

  @Test
  void a_user_is_not_locked_out_where_he_came_in_before() throws IOException {
    var authentication = basic(3);
    assertThat(decide(authentication, "alice", "secret", "198.51.100.1"))
        .isInstanceOf(Admitted.class);
    for (int i = 1; i <= 9; i++) {
      decide(authentication, "alice", "wrong", "192.0.2." + i);
    }
    assertThat(decide(authentication, "alice", "secret", "198.51.100.2"))
        .isInstanceOf(Admitted.class); // cached
    Files.writeString(file, "alice:" + BcryptUtil.bcryptHash("changed", 4));
    Files.setLastModifiedTime(
        file, java.nio.file.attribute.FileTime.fromMillis(System.currentTimeMillis() + 10_000));
    for (var source : List.of("198.51.100.1", "198.51.100.2")) {
      decide(authentication, "bob", "wrong", source);
    }
    assertThat(decide(authentication, "alice", "changed", "198.51.100.2"))
        .isInstanceOf(TryLater.class);
    assertThat(decide(authentication, "alice", "changed", "198.51.100.1"))
        .isInstanceOf(Admitted.class);
  }

  @Test
  void right_passwords_use_up_nothing() {
    var failures = new FailedLogins(60, 3, time::get);
    var source = new SourceAddress(InetAddress.ofLiteral("192.0.2.1"), false);
    for (int i = 0; i < 100; i++) {
      assertThat(failures.admit(source, "alice")).isTrue();
      failures.succeeded(source, "alice");
    }
    assertThat(IntStream.range(0, 9).filter(_ -> failures.admit(source, "bob")).count())
        .isEqualTo(3);
  }

  @Test
  void few_hashes_are_made_at_once_and_few_wait() throws Exception {
    var checks = new PasswordChecks(2, 3, 60_000);
    var begun = new CountDownLatch(2);
    var go = new CountDownLatch(1);
    var now = new AtomicInteger();
    var most = new AtomicInteger();
    Callable<Boolean> check =
        () ->
            checks
                .inTurn(
                    () -> {
                      most.accumulateAndGet(now.incrementAndGet(), Math::max);
                      begun.countDown();
                      await(go);
                      return now.decrementAndGet() >= 0;
                    })
                .isPresent();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<Boolean>>();
      for (int i = 0; i < 5; i++) {
        answers.add(threads.submit(check));
      }
      await(begun);
      Awaitility.await().until(() -> checks.underWay() == 5);
      assertThat(check.call()).as("one more than may wait").isFalse();
      go.countDown();
      for (var answer : answers) {
        assertThat(answer.get(60, TimeUnit.SECONDS)).isTrue();
      }
    }
    assertThat(most).hasValue(2);
  }

  @Test
  void who_waits_too_long_is_told_to_come_again() throws Exception {
    var checks = new PasswordChecks(1, 3, 1);
    var begun = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first =
          threads.submit(
              () ->
                  checks.inTurn(
                      () -> {
                        begun.countDown();
                        await(go);
                        return true;
                      }));
      await(begun);
      assertThat(checks.inTurn(() -> true)).isEmpty();
      go.countDown();
      assertThat(first.get(60, TimeUnit.SECONDS)).contains(true);
    }
    assertThat(checks.inTurn(() -> true)).contains(true);
  }

  @Test
  void the_same_client_is_checked_once_however_many_requests_it_sends() throws Exception {
    var authentication = basic(100);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers =
          IntStream.range(0, 50)
              .mapToObj(
                  _ -> threads.submit(() -> decide(authentication, "bob", "secret", "192.0.2.1")))
              .toList();
      for (var answer : answers) {
        assertThat(answer.get(60, TimeUnit.SECONDS)).isInstanceOf(Admitted.class);
      }
    }
    assertThat(rounds).hasValue(1 << 7);
  }

  @Test
  void a_bound_without_sense_stops_the_start() {
    assertThatThrownBy(() -> new FailedLogins(-1, 1, time::get))
        .hasMessageContaining("assay.api.failed-logins-per-minute");
    assertThatThrownBy(() -> new FailedLogins(1, 0, time::get))
        .hasMessageContaining("failed-logins-burst");
  }

  @Test
  void zero_bounds_nobody() {
    var authentication =
        new BasicAuthentication(
            file,
            Set.of(),
            new PasswordChecks(1, 10, 60_000),
            new FailedLogins(0, 1, time::get),
            this::counted);
    for (int i = 0; i < 10; i++) {
      assertThat(decide(authentication, "alice", "wrong", "192.0.2.1")).isInstanceOf(Refused.class);
    }
  }

  private BasicAuthentication basic(int burst) {
    return new BasicAuthentication(
        file,
        Set.of(),
        new PasswordChecks(1, 100, 60_000),
        new FailedLogins(60, burst, time::get),
        this::counted);
  }

  private boolean counted(String password, String hash) {
    rounds.addAndGet(1L << Integer.parseInt(hash.substring(4, 6)));
    return BcryptUtil.matches(password, hash);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Verdict decide(
      BasicAuthentication authentication, String user, String password, String source) {
    var text = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return authentication.decide(
        MultiMap.caseInsensitiveMultiMap()
            .add("Authorization", "Basic " + Base64.getEncoder().encodeToString(text)),
        new SourceAddress(InetAddress.ofLiteral(source), false));
  }
}
