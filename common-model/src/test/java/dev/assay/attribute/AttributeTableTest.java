package dev.assay.attribute;

import static dev.assay.attribute.Attribute.attribute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A record and JSON, both ways. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AttributeTableTest {
  private static final UUID RACK = UUID.fromString("5e9d2c0a-0000-4000-8000-000000000000");

  /** {@code others} has no attribute of its own. */
  record Shelf(
      @Nullable String fullName,
      boolean locked,
      @Nullable Boolean lit,
      @Nullable UUID rack,
      ObjectNode extra,
      List<String> others) {}

  private static final AttributeTable<Shelf> TABLE =
      new AttributeTable<>(
          Shelf.class,
          List.of(
              attribute("full_name", 1, AttributeType.text(5), Shelf::fullName),
              attribute("locked", 1, AttributeType.flag(false), Shelf::locked),
              attribute("lit", 1, AttributeType.optionalFlag(), Shelf::lit),
              attribute("rack", 1, AttributeType.uuid(), Shelf::rack),
              attribute("extra", 1, AttributeType.object(), Shelf::extra)),
          MethodHandles.lookup());

  @Test
  void what_is_written_is_read_again() {
    var full = new Shelf("top", true, false, RACK, StoredJson.object().put("a", 1), List.of("x"));
    var empty = new Shelf(null, false, null, null, StoredJson.object(), List.of());

    assertThat(TABLE.document(full).toString())
        .isEqualTo(
            "{\"full_name\":\"top\",\"locked\":true,\"lit\":false,\"rack\":\"%s\",\"extra\":{\"a\":1}}"
                .formatted(RACK));
    assertThat(TABLE.read(TABLE.document(full), Map.of("others", List.of("x")))).isEqualTo(full);
    assertThat(TABLE.read(TABLE.document(empty), Map.of("others", List.of()))).isEqualTo(empty);
  }

  @Test
  void a_copy_has_the_changed_components_and_all_others() {
    var stored = new Shelf("top", false, null, RACK, StoredJson.object(), List.of("x"));

    assertThat(TABLE.with(stored, Map.of("locked", true, "fullName", "low")))
        .isEqualTo(new Shelf("low", true, null, RACK, stored.extra(), List.of("x")));
  }

  @Test
  void a_component_without_an_attribute_or_a_given_value_is_named() {
    assertThatThrownBy(() -> TABLE.read(TABLE.defaults(), Map.of()))
        .hasMessage("component others has no attribute: add a row to the table");
  }

  @Test
  void an_attribute_without_a_component_is_a_mistake_of_the_table() {
    assertThatThrownBy(
            () ->
                new AttributeTable<>(
                    Shelf.class,
                    List.of(attribute("colour", 1, AttributeType.text(5), Shelf::fullName)),
                    MethodHandles.lookup()))
        .hasMessage("Shelf has no component colour for attribute colour");
  }
}
