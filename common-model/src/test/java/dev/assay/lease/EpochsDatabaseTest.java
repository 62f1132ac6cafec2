package dev.assay.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.testing.OwnDatabase;
import io.agroal.api.AgroalDataSource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(value = OwnDatabase.class, restrictToAnnotatedClass = true)
@DisplayNameGeneration(ReplaceUnderscores.class)
class EpochsDatabaseTest {
  @Inject Leases leases;
  @Inject AgroalDataSource database;

  @Test
  void no_number_repeats_after_a_crash_of_the_database() {
    var numbers = new HashSet<Long>();
    for (var crashes = 0; crashes < 3; crashes++) {
      var another = new Epochs(database);
      assertThat(numbers.add(another.next())).isTrue();
      for (var i = 0; i < 5; i++) {
        assertThat(numbers.add(acquire())).isTrue();
      }
      OwnDatabase.crash();
      await()
          .atMost(60, TimeUnit.SECONDS)
          .ignoreExceptions()
          .until(() -> acquire() > 0 && numbers.add(acquire()));
    }
  }

  @Test
  void two_processes_have_no_number_in_common() {
    var one = new Epochs(database);
    var other = new Epochs(database);

    assertThat(one.process()).isNotEqualTo(other.process());
    assertThat(other.next() - one.next()).isGreaterThanOrEqualTo(1L << 40);
    assertThat(one.next()).isNotEqualTo(one.next());
  }

  private long acquire() {
    return QuarkusTransaction.requiringNew()
        .call(() -> leases.acquire("test/" + UUID.randomUUID(), "c1", Duration.ofMinutes(1)))
        .orElseThrow()
        .epoch();
  }
}
