package dev.assay.api.testing;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.json;
import static dev.assay.api.testing.Answers.ok;
import static dev.assay.api.testing.SpecRows.Which.CREATABLE;
import static dev.assay.api.testing.SpecRows.Which.MAX_SHOWN;
import static dev.assay.api.testing.SpecRows.Which.NEVER_SHOWN;
import static dev.assay.api.testing.SpecRows.Which.NOT_CREATABLE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * What holds for each field of a resource that has a field table in the spec: showing, sorting and
 * creating. A resource's test extends {@link FieldPatchContract} and names its table by {@link
 * SpecTable}.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
public abstract class FieldTableContract {
  private static final int FIELDS = 8;

  @Inject protected Site site;

  /** For example "nodes". */
  protected abstract String collection();

  /** The minor version that brought the resource. */
  protected int first() {
    return 1;
  }

  /** The smallest body that makes one, to which {@code field} will be added. */
  protected abstract ObjectNode smallest(String field);

  /** As many new ones as {@code bodies}, and the filter that finds only them. */
  protected abstract String only(String sorted, List<ObjectNode> bodies);

  @BeforeEach
  void open() {
    site.open();
  }

  /** The list with everything, and a parameter already in its query. */
  protected String detailed() {
    return "/v1/" + collection() + "/detail?limit=1";
  }

  /** For example "/v1/nodes/&lt;uuid&gt;". */
  protected String path(String uuid) {
    return "/v1/" + collection() + "/" + uuid;
  }

  /** A new one; its UUID. */
  protected String created(ObjectNode body) {
    return ok(post(Site.NEWEST, body), 201).path("uuid").asText();
  }

  /** A new one with nothing but what it needs; its UUID. */
  protected String created() {
    return created(smallest(""));
  }

  /** A new one with nothing but what {@code row} needs; its UUID. */
  protected String created(SpecField row) {
    return created(smallest(row.name()));
  }

  protected JsonNode shown(String uuid) {
    return ok(site.api().get(path(uuid)), 200);
  }

  private Response post(int version, ObjectNode body) {
    return site.at(version).body(body.toString()).post("/v1/" + collection());
  }

  /** The body with {@code value} and what has to go along with it. */
  protected ObjectNode body(SpecField row, String value) {
    var body = smallest(row.name());
    body.setAll(along(row));
    return body.set(row.name(), json(value));
  }

  protected static ObjectNode along(SpecField row) {
    return StoredJson.read("{" + row.along() + "}", ObjectNode.class);
  }

  protected static JsonNode json(String text) {
    return StoredJson.read(text, JsonNode.class);
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(MAX_SHOWN)
  void is_shown_from_its_version_on(SpecField row) {
    var path = path(created());

    assertThat(ok(site.at(row.since()).get(path), 200).has(row.name())).isTrue();
    assertThat(ok(site.api().get(path), 200).has(row.name())).isTrue();
    if (row.since() > first()) {
      assertThat(ok(site.at(row.since() - 1).get(path), 200).has(row.name())).isFalse();
    }
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @SpecRows(NEVER_SHOWN)
  void is_never_shown(SpecField row) {
    var path = path(created());

    assertThat(ok(site.api().get(path), 200).has(row.name())).isFalse();
    assertThat(fault(site.api().get(path + "?fields=" + row.name()), 400)).contains(row.name());
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(MAX_SHOWN)
  void can_be_chosen_from_its_version_on(SpecField row) {
    var one = path(created()) + "?fields=" + row.name();
    var list = "/v1/" + collection() + "?limit=1&fields=" + row.name();
    var since = Math.max(row.since(), FIELDS);

    assertThat(ok(site.at(since).get(one), 200).fieldNames())
        .toIterable()
        .containsOnly(row.name(), "links");
    assertThat(ok(site.at(since).get(list), 200).path(collection()).path(0).fieldNames())
        .toIterable()
        .containsOnly(row.name(), "links");
    if (since > first()) {
      assertThat(fault(site.at(since - 1).get(one), 406)).contains("1." + since);
      assertThat(fault(site.at(since - 1).get(list), 406)).contains("1." + since);
    }
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(MAX_SHOWN)
  void is_in_lists_as_the_table_says(SpecField row) {
    created();
    var list = "/v1/" + collection();

    var brief = ok(site.api().get(list + "?limit=1"), 200).path(collection()).path(0);
    assertThat(brief.has(row.name())).isEqualTo(row.listed());
    var old = site.at(Math.max(first(), row.since() - 1)).get(list + "?limit=1");
    assertThat(ok(old, 200).path(collection()).path(0).has(row.name()))
        .isEqualTo(row.listed() && row.since() == first());
    var full = ok(site.api().get(detailed()), 200).path(collection()).path(0);
    assertThat(full.has(row.name())).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(MAX_SHOWN)
  void sorts_as_the_table_says(SpecField row) {
    var list = "/v1/" + collection() + "?sort_key=" + row.name();
    if (!row.sorts()) {
      assertThat(fault(site.api().get(list), 400))
          .isEqualTo("The sort_key value \"%s\" is an invalid field for sorting", row.name());
      return;
    }
    if (row.since() > first()) {
      fault(site.at(row.since() - 1).get(list), 406);
    }
    ok(site.at(row.since()).get(list + "&limit=1"), 200);
    var value = row.creatable() ? last(row).sent() : "";
    var odd =
        value.isEmpty() ? smallest(row.name()) : body(row, new Placeholders(site).fill(value));
    var filter = only(row.name(), List.of(odd, smallest(row.name()), smallest(row.name())));
    var upwards = uuids(list + filter);
    assertThat(upwards).hasSize(3);
    assertThat(uuids(list + filter + "&sort_dir=desc")).isEqualTo(upwards.reversed());
  }

  private List<String> uuids(String path) {
    return ok(site.api().get(path), 200).path(collection()).findValuesAsText("uuid");
  }

  /** The sample that differs most from what is there by default. */
  protected static SpecField.Sample last(SpecField row) {
    return row.samples().getLast();
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(MAX_SHOWN)
  void has_its_default_when_not_given(SpecField row) {
    var value = shown(created(row)).path(row.name());

    if (row.byDefault().equals("*")) {
      assertThat(value.isNull()).isFalse();
    } else {
      assertThat(value).isEqualTo(json(row.byDefault()));
    }
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(CREATABLE)
  void is_taken_on_creation_from_its_version_on(SpecField row) {
    for (var sample : row.samples()) {
      var version = sample.equals(row.samples().getFirst()) ? row.since() : Site.NEWEST;
      var places = new Placeholders(site);
      var answer = ok(post(version, body(row, places.fill(sample.sent()))), 201);
      var stored = shown(answer.path("uuid").asText());
      if (row.shown()) {
        var wanted = json(places.fill(sample.shown()));
        assertThat(answer.path(row.name())).as(sample.sent()).isEqualTo(wanted);
        assertThat(stored.path(row.name())).as(sample.sent()).isEqualTo(wanted);
      }
    }
    if (row.since() > first()) {
      var sent = new Placeholders(site).fill(row.samples().getFirst().sent());
      assertThat(fault(post(row.since() - 1, body(row, sent)), 406)).contains("1." + row.since());
    }
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(NOT_CREATABLE)
  void is_refused_on_creation(SpecField row) {
    var body = smallest(row.name());
    body.putNull(row.name());

    assertThat(fault(post(Site.NEWEST, body), 400)).contains(row.name());
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(CREATABLE)
  void a_bad_value_makes_nothing(SpecField row) {
    for (var bad : row.bad()) {
      var body = smallest(row.name());
      var uuid = UUID.randomUUID().toString();
      body.put("uuid", uuid);
      body.set(row.name(), json(new Placeholders(site).fill(bad)));

      assertThat(post(Site.NEWEST, body).statusCode()).as(bad).isEqualTo(400);
      assertThat(site.api().get(path(uuid)).statusCode()).isEqualTo(404);
    }
  }
}
