package dev.assay.bootaccess;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.EmptyTables;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class MachinesDatabaseTest {
  @Inject AgroalDataSource pool;

  @Test
  void machines_are_found_by_indexes_whatever_the_statistics_say() throws SQLException {
    assertThat(EmptyTables.wholeScans(pool, Machines.THESE)).isEmpty();
  }
}
