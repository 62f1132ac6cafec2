package dev.assay.redfish.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ShortText;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A JSON object that a BMC sent, of which nothing is believed: a member of a wrong type counts as
 * absent, texts become short and printable, and lists end after {@link #MOST_ITEMS} items.
 */
final class Resource {
  static final int MOST_ITEMS = 512;

  /** Heap of a value without its text, in bytes, as measured for objects of one number each. */
  private static final long VALUE_SIZE = 128;

  private static final int LONGEST_TEXT = 255;
  private static final int LONGEST_PATH = 2000;

  /** Above this a double is no exact whole number. */
  private static final double LARGEST = 1L << 53;

  private static final String ID = "@odata.id";
  private static final Resource NOTHING = new Resource(MissingNode.getInstance());

  private final JsonNode json;

  /** Anything but an object counts as an empty one. */
  Resource(JsonNode json) {
    this.json = json.isObject() ? json : MissingNode.getInstance();
  }

  /** About how much heap it takes, in bytes. */
  long size() {
    return heap(json);
  }

  /** Its own path. */
  Optional<String> path() {
    return path(ID);
  }

  /** Whether it has nothing but its path: it must be read from there. */
  boolean isLink() {
    return json.size() == 1 && json.has(ID);
  }

  /** The path of the resource that member {@code name} refers to. */
  Optional<String> link(String name) {
    return object(name).path();
  }

  /** A path as the BMC sent it. */
  Optional<String> path(String name) {
    var value = json.path(name);
    return value.isTextual() && value.textValue().length() <= LONGEST_PATH
        ? Optional.of(value.textValue()).filter(path -> !path.isBlank())
        : Optional.empty();
  }

  /** An empty one when there is none. */
  Resource object(String name) {
    var value = json.path(name);
    return value.isObject() ? new Resource(value) : NOTHING;
  }

  /** The objects of a list. */
  List<Resource> objects(String name) {
    return items(name).filter(JsonNode::isObject).map(Resource::new).toList();
  }

  /** True only for true. */
  boolean isTrue(String name) {
    return json.path(name).isBoolean() && json.path(name).booleanValue();
  }

  boolean isEmpty() {
    return json.isEmpty();
  }

  /** A text with something in it. */
  Optional<String> text(String name) {
    return printable(json.path(name));
  }

  /** The texts of a list. */
  List<String> texts(String name) {
    return items(name).flatMap(item -> printable(item).stream()).toList();
  }

  /** A number of zero or more; the part after the decimal point is dropped. */
  OptionalLong whole(String name) {
    var number = number(name);
    return number.isPresent() ? OptionalLong.of((long) number.getAsDouble()) : OptionalLong.empty();
  }

  /** A number of zero or more. */
  OptionalDouble number(String name) {
    var value = json.path(name);
    var number = value.isNumber() ? value.doubleValue() : -1;
    return number >= 0 && number <= LARGEST ? OptionalDouble.of(number) : OptionalDouble.empty();
  }

  /** The id, else the name. */
  Optional<String> id() {
    return text("Id").or(() -> text("MemberId")).or(() -> text("Name"));
  }

  /** Whether the BMC reports an empty slot. */
  boolean isAbsent() {
    return object("Status").text("State").filter("Absent"::equals).isPresent();
  }

  /** Whether the BMC reports it as enabled, or reports nothing. */
  boolean isEnabled() {
    return object("Status").text("State").map("Enabled"::equals).orElse(true);
  }

  /** State and health, null where the BMC does not report them. */
  ObjectNode status() {
    var status = JsonNodeFactory.instance.objectNode();
    object("Status").copyText("State", status, "state");
    object("Status").copyText("Health", status, "health");
    return status;
  }

  /** Puts a text as {@code to} into {@code into}; null when there is none. */
  void copyText(String name, ObjectNode into, String to) {
    into.put(to, text(name).orElse(null));
  }

  /** Puts a whole number as {@code to} into {@code into}, if there is one. */
  void copyWhole(String name, ObjectNode into, String to) {
    whole(name).ifPresent(number -> into.put(to, number));
  }

  private static long heap(JsonNode value) {
    var text = value.isTextual() ? value.textValue().length() : 0;
    var names = value.propertyStream().mapToLong(member -> member.getKey().length()).sum();
    return VALUE_SIZE + text + names + value.valueStream().mapToLong(Resource::heap).sum();
  }

  private Stream<JsonNode> items(String name) {
    var list = json.path(name);
    return list.isArray() ? list.valueStream().limit(MOST_ITEMS) : Stream.empty();
  }

  private static Optional<String> printable(JsonNode value) {
    if (!value.isTextual()) {
      return Optional.empty();
    }
    var text = value.textValue();
    var beginning = text.substring(0, Math.min(text.length(), 2 * LONGEST_TEXT));
    return Optional.of(ShortText.printable(beginning, LONGEST_TEXT)).filter(it -> !it.isEmpty());
  }
}
