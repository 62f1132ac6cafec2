package dev.assay.testing;

import static org.assertj.core.api.Assertions.assertThat;

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
class EmptyTablesDatabaseTest {
  private static final String JOINED =
      """
      select n.uuid, i.stage, found.matched
      from (select id, cast(uuid as text) as matched from node where uuid = any(cast(? as uuid[]))
            union all
            select node_id, string_agg(address, ' ') from port
            where address = any(?) group by node_id
            union all
            select node_id, string_agg(address, ' ') from lookup_address
            where address = any(?) group by node_id) found
      join node n on n.id = found.id
      left join inspection i on i.node_id = n.id and i.stage not in ('finished', 'error')
      order by n.id for no key update of n
      """;

  @Inject AgroalDataSource pool;

  @Test
  void a_join_that_reads_all_nodes_and_active_inspections_is_reported() throws SQLException {
    assertThat(EmptyTables.wholeScans(pool, JOINED))
        .containsExactlyInAnyOrder(
            "Index Scan of node", "Bitmap Index Scan of inspection_one_active");
  }

  @Test
  void a_due_time_that_is_no_condition_of_the_index_is_reported() throws SQLException {
    var due = "select node_id from power_check where next_at <= %s order by next_at limit :most";

    assertThat(EmptyTables.wholeScans(pool, due.formatted("clock_timestamp()")))
        .containsExactly("Index Scan of power_check");
    assertThat(EmptyTables.wholeScans(pool, due.formatted("now()"))).isEmpty();
  }
}
