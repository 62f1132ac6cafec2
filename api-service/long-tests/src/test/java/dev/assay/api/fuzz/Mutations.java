package dev.assay.api.fuzz;

import static dev.assay.api.fuzz.Vocabulary.pick;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Makes bad documents of good ones: first in their structure, then in their bytes. */
final class Mutations {
  /** Stands in a tree where something shall be written that no tree can hold. */
  private static final String HOLE = "@@";

  /** JSON, if of a kind that is seldom sent. */
  private static final List<String> TOKENS =
      List.of(
          "null",
          "true",
          "0",
          "-0",
          "-1",
          "1e400",
          "1e-400",
          "2147483648",
          "-9223372036854775809",
          "99999999999999999999999999",
          "0.1000000000000000055511151231257827",
          "[]",
          "{}",
          "\"\"",
          "[null]",
          "{\"\":{}}",
          "\"\\u0000\"",
          "\"a\\u0000b\"",
          "{\"\\u0000\":1}",
          "{\"a\":\"\\u0000\"}",
          "\"\\ud800\"",
          "\"\\udc00\\ud800\"",
          "{\"\\ud800\":\"\\udfff\"}",
          "\"\\uffff\\ufffe\"",
          "\"\\u001b[31m\"",
          "\"\\r\\nX: y\"",
          "\"" + "x".repeat(33) + "\"",
          "\"" + "x".repeat(256) + "\"",
          "\"" + "\ud83d\ude00".repeat(4_097) + "\"",
          "\"" + "y".repeat(70_000) + "\"",
          "\"" + "z".repeat(1_050_000) + "\"",
          "[".repeat(20) + "]".repeat(20),
          "{\"a\":".repeat(20) + "1" + "}".repeat(20),
          "[" + "1,".repeat(5_000) + "1]");

  /** No JSON, or more than the service takes. */
  private static final List<String> BROKEN =
      List.of(
          "",
          "NaN",
          "-Infinity",
          "01",
          ".5",
          "1.",
          "+1",
          "0x1f",
          "'x'",
          "\"\\x\"",
          "\"unended",
          "\"\\ud8\"",
          "/**/1",
          "{\"a\":1,\"a\":2}",
          "{\"a\"}",
          "[1,]",
          "1e99999999999",
          "9".repeat(1_001),
          "[".repeat(1_000),
          "[".repeat(30) + "]".repeat(30),
          "\u0000",
          "\u2028");

  /** A place in a document: the member of an object or the element of an array. */
  private record Place(JsonNode parent, Object key) {
    JsonNode value() {
      return parent instanceof ObjectNode object ? object.get((String) key) : parent.get((int) key);
    }

    void set(JsonNode value) {
      if (parent instanceof ObjectNode object) {
        object.set((String) key, value);
      } else {
        ((ArrayNode) parent).set((int) key, value);
      }
    }

    void remove() {
      if (parent instanceof ObjectNode object) {
        object.remove((String) key);
      } else {
        ((ArrayNode) parent).remove((int) key);
      }
    }
  }

  private Mutations() {}

  /** As it is, or changed in one to three places, or in some bytes, or both. */
  static byte[] bytes(JsonNode document, boolean sound, RandomGenerator random) {
    if (sound) {
      return utf8(document.toString());
    }
    var holder = JsonNodeFactory.instance.arrayNode().add(document.deepCopy());
    for (var i = random.nextInt(4); i > 0; i--) {
      change(holder, random);
    }
    var text = holder.toString();
    var filled = fill(text.substring(1, text.length() - 1), random);
    return random.nextInt(5) == 0 ? scramble(filled, random) : filled;
  }

  private static void change(ArrayNode holder, RandomGenerator random) {
    var places = places(holder).toList();
    if (places.isEmpty()) {
      return;
    }
    var place = pick(places, random);
    switch (random.nextInt(8)) {
      case 0 -> place.remove();
      case 1 -> place.set(JsonNodeFactory.instance.arrayNode().add(place.value()));
      case 2 -> place.set(JsonNodeFactory.instance.objectNode().set("k", place.value()));
      case 3 -> place.set(pick(places, random).value().deepCopy());
      case 4 -> rename(place, random);
      case 5 -> place.set(JsonNodeFactory.instance.textNode(pick(Vocabulary.HOSTILE, random)));
      default -> place.set(JsonNodeFactory.instance.textNode(HOLE));
    }
  }

  private static void rename(Place place, RandomGenerator random) {
    if (place.parent() instanceof ObjectNode object) {
      var names = random.nextBoolean() ? Vocabulary.fields() : Vocabulary.HOSTILE;
      object.set(pick(names, random), place.value().deepCopy());
    }
  }

  private static Stream<Place> places(JsonNode node) {
    var here = new ArrayList<Place>();
    if (node.isArray()) {
      for (var i = 0; i < node.size(); i++) {
        here.add(new Place(node, i));
      }
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      here.add(new Place(node, member.getKey()));
    }
    return here.stream().flatMap(place -> Stream.concat(Stream.of(place), places(place.value())));
  }

  private static byte[] fill(String text, RandomGenerator random) {
    var filled = text;
    while (filled.contains("\"" + HOLE + "\"")) {
      var token = pick(random.nextInt(4) == 0 ? BROKEN : TOKENS, random);
      var at = filled.indexOf("\"" + HOLE + "\"");
      filled = filled.substring(0, at) + token + filled.substring(at + HOLE.length() + 2);
    }
    return utf8(filled);
  }

  private static byte[] scramble(byte[] given, RandomGenerator random) {
    var at = given.length == 0 ? 0 : random.nextInt(given.length);
    var before = Arrays.copyOf(given, at);
    var behind = Arrays.copyOfRange(given, at, given.length);
    return switch (random.nextInt(8)) {
      case 0 -> before;
      case 1 -> joined(before, new byte[] {(byte) random.nextInt()}, behind);
      case 2 -> joined(before, new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, behind);
      case 3 ->
          joined(before, Arrays.copyOfRange(behind, Math.min(1, behind.length), behind.length));
      case 4 -> joined(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf}, given);
      case 5 -> new String(given, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16);
      case 6 -> joined(given, utf8("{}"));
      default -> joined(before, behind, before);
    };
  }

  private static byte[] joined(byte[]... parts) {
    var all = new byte[Arrays.stream(parts).mapToInt(part -> part.length).sum()];
    var at = 0;
    for (var part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
