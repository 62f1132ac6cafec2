package dev.assay.api.rule.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.flipkart.zjsonpatch.JsonPatch;
import dev.assay.change.ChangeSet;
import dev.assay.node.NodeDocument;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.Fixtures;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FieldChangesTest {
  private static final List<String> KEYS = List.of("a", "b/c", "d~e", "", "0");

  static IntStream seeds() {
    return IntStream.range(0, 100);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void a_patch_makes_of_what_was_before_what_is_afterwards(int seed) {
    var random = new SplittableRandom(seed);
    var data = object(random, 3);
    var before = data.deepCopy();
    var node = Fixtures.node(ProvisionState.MANAGEABLE, Instant.parse("2026-08-01T10:20:30Z"));
    var changes =
        new FieldChanges(
            new ChangeSet(NodeDocument.of(node.attributes()).deepCopy(), List.of(), data),
            StoredJson.object());

    for (var i = 0; i < 5; i++) {
      change(data, random);
    }

    changes.finish();
    var shown = changes.shown();
    assertThat(JsonPatch.apply(shown.path("plugin_data"), before)).isEqualTo(data);
    assertThat(shown.path("node")).isEmpty();
    assertThat(shown.path("ports")).isEmpty();
  }

  private static void change(JsonNode value, RandomGenerator random) {
    switch (value) {
      case ObjectNode object -> {
        var key = KEYS.get(random.nextInt(KEYS.size()));
        if (object.path(key).isContainerNode() && random.nextBoolean()) {
          change(object.path(key), random);
        } else if (random.nextInt(3) == 0) {
          object.remove(key);
        } else {
          object.set(key, value(random, 2));
        }
      }
      case ArrayNode array when array.isEmpty() || random.nextBoolean() ->
          array.insert(random.nextInt(array.size() + 1), value(random, 1));
      case ArrayNode array -> array.remove(random.nextInt(array.size()));
      default -> throw new IllegalArgumentException("nothing to change in " + value);
    }
  }

  private static JsonNode value(RandomGenerator random, int depth) {
    return switch (random.nextInt(depth > 0 ? 6 : 4)) {
      case 0 -> StoredJson.tree(random.nextInt(3));
      case 1 -> StoredJson.tree("v" + random.nextInt(3));
      case 2 -> StoredJson.tree(random.nextBoolean());
      case 3 -> StoredJson.MAPPER.nullNode();
      case 4 -> object(random, depth - 1);
      default -> {
        var array = StoredJson.MAPPER.createArrayNode();
        IntStream.range(0, random.nextInt(4)).forEach(_ -> array.add(value(random, depth - 1)));
        yield array;
      }
    };
  }

  private static ObjectNode object(RandomGenerator random, int depth) {
    var object = StoredJson.object();
    KEYS.stream()
        .filter(_ -> random.nextBoolean())
        .forEach(key -> object.set(key, value(random, depth)));
    return object;
  }
}
