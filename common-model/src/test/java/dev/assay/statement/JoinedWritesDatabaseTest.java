package dev.assay.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.UUID;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class JoinedWritesDatabaseTest {
  @Inject Session database;

  @AfterEach
  void clear() {
    QuarkusTransaction.requiringNew()
        .run(() -> database.createNativeMutationQuery("delete from outbox").executeUpdate());
  }

  @Test
  void all_parts_are_written_and_one_is_read() {
    var message = UUID.randomUUID().toString();
    var rows = new ArrayList<Object[]>();
    var writes =
        message("one", message)
            .add("two", insert("other", "of_nobody"))
            .set("other", message)
            .setText("of_nobody", null)
            .read("select body, node from one", rows::add);
    assertThat(stored(message)).isZero();

    QuarkusTransaction.requiringNew().run(() -> writes.run(database));

    assertThat(rows).hasSize(1);
    assertThat(rows.getFirst()).containsExactly(message, null);
    assertThat(stored(message)).isEqualTo(2);
  }

  @Test
  void parts_of_which_none_is_read_are_written_too() {
    var message = UUID.randomUUID().toString();
    QuarkusTransaction.requiringNew().run(() -> message("one", message).run(database));
    assertThat(stored(message)).isEqualTo(1);
  }

  @Test
  void without_parts_nothing_runs() {
    new JoinedWrites().run(database); // there is no transaction in which it could
  }

  @Test
  void a_part_has_its_own_name_and_only_one_is_read() {
    var writes = message("one", "x").read("select 1", _ -> {});
    assertThatThrownBy(() -> writes.add("one", "select 1"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> writes.read("select 2", _ -> {}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_parameter_that_is_not_set_is_an_error_and_writes_nothing() {
    var writes = message("one", "x").add("two", insert("other", "nobody"));

    assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> writes.run(database)))
        .hasMessageContaining("parameter other is not set");
    assertThat(stored("x")).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "select body from one where false, no row",
    "select body from one union all select body from one, more than one row"
  })
  void the_part_that_is_read_has_one_row(String select, String problem) {
    var writes = message("one", "x").read(select, _ -> {});

    assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> writes.run(database)))
        .hasStackTraceContaining("joined writes returned " + problem);
    assertThat(stored("x")).isZero();
  }

  @Test
  void a_statement_that_fails_is_named() {
    var writes = message("one", "x").add("two", "select 1 / 0").read("select * from two", _ -> {});

    assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> writes.run(database)))
        .hasStackTraceContaining("in the joined writes [one, two]");
  }

  private static JoinedWrites message(String part, @Nullable String message) {
    return new JoinedWrites()
        .add(part, insert("message", "nobody"))
        .setText("message", message)
        .setText("nobody", null);
  }

  private static String insert(String body, String node) {
    return """
        insert into outbox (destination, body, due_at, since, node)
        values ('EVERYONE', :%s, now() + interval '1 h', now(), cast(:%s as uuid))
        returning body, node
        """
        .formatted(body, node);
  }

  private long stored(String message) {
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                database
                    .createNativeQuery("select count(*) from outbox where body = ?1", Long.class)
                    .setParameter(1, message)
                    .getSingleResult());
  }
}
