package dev.assay.rule.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.rule.Path;
import dev.assay.secret.SecretKeys;
import dev.assay.storedjson.StoredJson;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what rules see of a document while it changes. Spec rules.md 8. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MaskedViewTest {
  private static final String[] KEYS = {"a", "b", "password", "list", "auth_token"};

  private final ChangeLog changeLog = new ChangeLog();
  private final ObjectNode unmasked = StoredJson.object();

  static IntStream seeds() {
    return IntStream.range(0, 300);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void after_any_changes_it_is_the_document_without_its_secrets(int seed) {
    var random = new SplittableRandom(seed);
    var data = RuledDocument.pluginData(unmasked, changeLog);

    for (int i = 0; i < 40; i++) {
      change(data, random);
      assertThat(data.masked()).isEqualTo(new SecretMask().masked(unmasked, SecretKeys.DATA));
    }
  }

  private static void change(RuledDocument data, SplittableRandom random) {
    var path = KEYS[random.nextInt(KEYS.length)];
    for (int depth = random.nextInt(3); depth > 0; depth--) {
      path += "." + KEYS[random.nextInt(KEYS.length)];
    }
    try {
      switch (random.nextInt(4)) {
        case 0 -> data.remove(Path.parse(path));
        case 1 -> data.extend(Path.parse(path), value(random, 2), false);
        default -> data.set(Path.parse(path), value(random, 3));
      }
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageMatching(".*(is no object|there is no list at).*");
    }
  }

  private static JsonNode value(SplittableRandom random, int depth) {
    var key = KEYS[random.nextInt(KEYS.length)];
    return switch (random.nextInt(depth > 0 ? 4 : 1)) {
      case 1 -> StoredJson.object();
      case 2 -> StoredJson.object().set(key, value(random, depth - 1));
      case 3 -> StoredJson.MAPPER.createArrayNode().add(value(random, depth - 1));
      default -> StoredJson.tree("v" + random.nextInt(3));
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"extra/%d", "driver_info/%d", "driver_info/x/%d", "driver_info/tokens/%d"})
  void a_change_does_not_look_at_what_is_around_it(String path) {
    var around = new Watched();
    unmasked.set("extra", StoredJson.object().set("around", around));
    unmasked.set(
        "driver_info", StoredJson.object().put("ipmi_password", "s3cret").set("around", around));
    var node = RuledDocument.node(unmasked, changeLog);
    var looks = around.looks;
    assertThat(looks).isPositive();

    for (int i = 0; i < 40_000; i++) {
      node.set(Path.parse(path.formatted(i)), StoredJson.tree(i));
      assertThat(node.masked()).hasSize(2);
    }

    assertThat(around.looks).isEqualTo(looks);
  }

  @ParameterizedTest
  @ValueSource(strings = {"extra/list", "driver_info/list", "driver_info/tokens"})
  void an_element_that_is_added_is_all_that_is_looked_at(String path) {
    var around = new Watched();
    unmasked.set("extra", StoredJson.object());
    unmasked.set("driver_info", StoredJson.object().put("ipmi_password", "s3cret"));
    var list = StoredJson.MAPPER.createArrayNode().add(around);
    var at = Path.parse(path);
    ((ObjectNode) unmasked.get(at.field())).set(at.parts().getLast(), list);
    var node = RuledDocument.node(unmasked, changeLog);
    node.extend(at, StoredJson.object().put("api_token", "first"), false); // which makes a copy
    var looks = around.looks;

    for (int i = 0; i < 40_000; i++) {
      node.extend(at, StoredJson.object().put("api_token", i), false);
    }

    assertThat(around.looks).isEqualTo(looks);
    assertThat(list).hasSize(40_002);
  }

  @Test
  void a_secret_below_what_was_shared_is_hidden_and_gone_when_it_is_removed() {
    unmasked.set("driver_info", json("{\"a\": {\"b\": {\"c\": 1}}, \"list\": [1]}"));
    var node = RuledDocument.node(unmasked, changeLog);

    node.set(Path.parse("driver_info/a/b/api_token"), StoredJson.tree("t0ken"));
    node.extend(Path.parse("driver_info/list"), json("{\"passwd\": \"x\"}"), false);
    node.extend(Path.parse("driver_info/list"), json("2"), false);
    node.set(Path.parse("driver_info/a/b/d/e"), json("[]"));
    assertThat(node.masked().get("driver_info"))
        .isEqualTo(
            json(
                """
                {"a": {"b": {"c": 1, "api_token": "***", "d": {"e": []}}},
                 "list": [1, {"passwd": "***"}, 2]}
                """));

    node.remove(Path.parse("driver_info/a/b/api_token"));
    node.extend(Path.parse("driver_info/a/b/d/e"), json("1"), false);
    assertThat(node.masked().at("/driver_info/a"))
        .isEqualTo(json("{\"b\": {\"c\": 1, \"d\": {\"e\": [1]}}}"));
    assertThat(changeLog.shown("is t0ken")).isEqualTo("is ***");
  }

  /** An object that counts how often its members are iterated. */
  @SuppressWarnings("unchecked") // of ObjectNode.deepCopy
  private static final class Watched extends ObjectNode {
    private int looks;

    private Watched() {
      super(JsonNodeFactory.instance);
    }

    @Override
    public Set<Map.Entry<String, JsonNode>> properties() {
      looks++;
      return super.properties();
    }
  }

  private static JsonNode json(String text) {
    return StoredJson.read(text, JsonNode.class);
  }
}
