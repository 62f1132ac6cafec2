package dev.assay.registration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.hardware.DriverDescription;
import dev.assay.testing.EmbeddedDatabase;
import io.agroal.api.AgroalDataSource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The drivers of conductors are read again only when the row has changed. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConductorsDatabaseTest {
  private static final Duration TTL = Duration.ofMinutes(1);

  @Inject Conductors conductors;
  @Inject Session database;
  @Inject AgroalDataSource pool;

  @BeforeEach
  @AfterEach
  void clear() {
    QuarkusTransaction.requiringNew()
        .run(() -> database.createNativeMutationQuery("delete from conductor").executeUpdate());
  }

  @Test
  void a_conductor_that_is_read_again_has_the_same_drivers() throws SQLException {
    register("c1", "ipmi");
    register("c2", "redfish", "ipmi");
    assertThat(drivers()).containsExactly("c1 [ipmi]", "c2 [redfish, ipmi]");
    assertThat(drivers()).containsExactly("c1 [ipmi]", "c2 [redfish, ipmi]");

    try (var connection = pool.getConnection()) {
      assertThat(Conductors.heartbeat(connection, "c1", TTL)).isTrue();
    }
    assertThat(drivers()).containsExactly("c1 [ipmi]", "c2 [redfish, ipmi]");
  }

  @Test
  void drivers_are_not_read_twice_from_the_same_version_of_the_row() throws SQLException {
    register("c1", "ipmi");
    var first = only().drivers();
    assertThat(only().drivers()).isSameAs(first);

    try (var connection = pool.getConnection()) {
      Conductors.heartbeat(connection, "c1", TTL);
    }
    assertThat(only().drivers()).isEqualTo(first).isNotSameAs(first);
  }

  @Test
  void a_conductor_that_registers_again_has_its_new_drivers() {
    register("c1", "ipmi");
    register("c2", "ipmi");
    assertThat(drivers()).containsExactly("c1 [ipmi]", "c2 [ipmi]");

    register("c1", "redfish");
    assertThat(drivers()).containsExactly("c1 [redfish]", "c2 [ipmi]");
  }

  private void register(String hostname, String... drivers) {
    var descriptions = Stream.of(drivers).map(ConductorsDatabaseTest::driver).toList();
    QuarkusTransaction.requiringNew()
        .run(() -> conductors.register(hostname, "", descriptions, TTL));
  }

  private static DriverDescription driver(String name) {
    return new DriverDescription(name, Map.of(), Map.of(), Set.of(), List.of());
  }

  private Conductor only() {
    var all = all();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  private List<Conductor> all() {
    return QuarkusTransaction.requiringNew().call(conductors::all);
  }

  /** The name of each conductor with those of its drivers. */
  private List<String> drivers() {
    return all().stream()
        .map(
            conductor ->
                conductor.hostname()
                    + " "
                    + conductor.drivers().stream().map(DriverDescription::name).toList())
        .toList();
  }
}
