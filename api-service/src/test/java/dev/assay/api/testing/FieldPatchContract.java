package dev.assay.api.testing;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static dev.assay.api.testing.SpecRows.Which.NOT_PATCHABLE;
import static dev.assay.api.testing.SpecRows.Which.PATCHABLE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import io.restassured.response.Response;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;

/** What holds for each field of a resource that has a field table: changing. */
public abstract class FieldPatchContract extends FieldTableContract {
  /** What a patch of {@code field} needs behind its path at the version. */
  protected String query(String field, int version) {
    return "";
  }

  protected Response patch(int version, String uuid, SpecField row, ArrayNode patch) {
    return site.at(version).body(patch.toString()).patch(path(uuid) + query(row.name(), version));
  }

  /** One operation on the field; before it what has to go along. */
  protected static ArrayNode patch(String op, SpecField row, @Nullable JsonNode value) {
    var patch = StoredJson.MAPPER.createArrayNode();
    if (!op.equals("remove")) {
      along(row).properties().forEach(also -> step(patch, "add", also.getKey(), also.getValue()));
    }
    step(patch, op, row.name(), value);
    return patch;
  }

  protected static void step(ArrayNode patch, String op, String field, @Nullable JsonNode value) {
    ObjectNode step = patch.addObject().put("op", op).put("path", "/" + field);
    if (value != null) {
      step.set("value", value);
    }
  }

  protected JsonNode sample(SpecField row) {
    return json(new Placeholders(site).fill(last(row).sent()));
  }

  /** A new one of which the field may be changed. */
  protected String patchable(SpecField row) {
    return created(row);
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(PATCHABLE)
  void is_added_and_replaced_from_its_version_on(SpecField row) {
    for (var sample : row.samples()) {
      for (var op : new String[] {"add", "replace"}) {
        var version = sample.equals(row.samples().getFirst()) ? row.since() : Site.NEWEST;
        var places = new Placeholders(site);
        var uuid = patchable(row);
        var patch = patch(op, row, json(places.fill(sample.sent())));
        var wanted = json(places.fill(sample.shown()));

        var answer = ok(patch(version, uuid, row, patch), 200);
        assertThat(answer.path(row.name())).as(sample.sent()).isEqualTo(wanted);
        assertThat(shown(uuid).path(row.name())).as(sample.sent()).isEqualTo(wanted);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(PATCHABLE)
  void is_not_touched_below_its_version(SpecField row) {
    var uuid = created();

    if (row.since() > first()) {
      var add = patch("add", row, sample(row));
      assertThat(fault(patch(row.since() - 1, uuid, row, add), 406)).contains("1." + row.since());
      var remove = patch("remove", row, null);
      fault(patch(row.since() - 1, uuid, row, remove), 406);
    }
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(PATCHABLE)
  void when_removed_has_its_default_or_cannot_be(SpecField row) {
    var uuid = patchable(row);
    ok(patch(Site.NEWEST, uuid, row, patch("add", row, sample(row))), 200);
    var before = shown(uuid);

    var answer = patch(Site.NEWEST, uuid, row, patch("remove", row, null));

    if (row.lasting()) {
      assertThat(fault(answer, 400)).contains(row.name()).contains("mandatory");
      assertThat(shown(uuid)).isEqualTo(before);
    } else {
      assertThat(ok(answer, 200).path(row.name())).isEqualTo(json(row.byDefault()));
      assertThat(shown(uuid).path(row.name())).isEqualTo(json(row.byDefault()));
    }
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(NOT_PATCHABLE)
  void is_refused_even_before_anybody_is_looked_for(SpecField row) {
    var uuid = created();
    var before = shown(uuid);
    for (var op : new String[] {"add", "replace", "remove"}) {
      var patch = patch(op, row, op.equals("remove") ? null : json("null"));

      assertThat(fault(patch(Site.NEWEST, uuid, row, patch), 400)).contains(row.name());
      fault(patch(Site.NEWEST, UUID.randomUUID().toString(), row, patch), 400);
    }
    assertThat(shown(uuid)).isEqualTo(before);
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(PATCHABLE)
  void a_bad_value_changes_nothing(SpecField row) {
    var uuid = patchable(row);
    var before = shown(uuid);
    for (var bad : row.bad()) {
      var value = json(new Placeholders(site).fill(bad));
      var answer = patch(Site.NEWEST, uuid, row, patch("add", row, value));

      assertThat(answer.statusCode()).as(bad).isEqualTo(400);
    }
    assertThat(shown(uuid)).isEqualTo(before);
  }
}
