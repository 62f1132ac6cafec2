package dev.assay.storedjson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The place of a member in the text of a JSON object, so that the member's bytes can be kept or
 * removed as they were sent. Offsets are in bytes.
 *
 * @param start of the name
 * @param valueStart of the value
 * @param valueEnd after the value
 * @param next of the next member, or of the closing brace
 * @param last whether no member follows
 */
public record JsonMember(int start, int valueStart, int valueEnd, int next, boolean last) {
  /** Reads or skips the value of a member, at whose first token the parser stands. */
  @FunctionalInterface
  public interface ValueReader {
    /** Must leave the parser at the last token of the value. */
    void read(String name, JsonParser value) throws IOException;
  }

  /**
   * The first member {@code name} of {@code json}, UTF-8; empty when there is none. What follows
   * the member is not read.
   */
  public static Optional<JsonMember> find(byte[] json, String name) throws IOException {
    try (var parser = StoredJson.MAPPER.getFactory().createParser(json)) {
      parser.nextToken();
      var token = parser.nextToken();
      while (token == JsonToken.FIELD_NAME) {
        var found = parser.currentName().equals(name);
        var member = read(parser, (_, value) -> value.skipChildren());
        if (found) {
          return Optional.of(member);
        }
        token = parser.currentToken();
      }
      return Optional.empty();
    }
  }

  /** The last member {@code name}; gives all members to {@code reader}. */
  public static Optional<JsonMember> find(byte[] json, String name, ValueReader reader)
      throws IOException {
    try (var parser = StoredJson.MAPPER.getFactory().createParser(json)) {
      parser.nextToken();
      return Optional.ofNullable(readAll(parser, reader).get(name));
    }
  }

  /** The places of all members of {@code json} by name. */
  public static Map<String, JsonMember> all(byte[] json) throws IOException {
    try (var parser = StoredJson.MAPPER.getFactory().createParser(json)) {
      parser.nextToken();
      return readAll(parser, (_, value) -> value.skipChildren());
    }
  }

  /**
   * Gives all members of an object to {@code reader} and returns their places by name, of members
   * with the same name that of the last one.
   *
   * @param parser reads bytes; it is at the start of the object, and afterwards at its end
   */
  public static Map<String, JsonMember> readAll(JsonParser parser, ValueReader reader)
      throws IOException {
    var members = new HashMap<String, JsonMember>();
    var token = parser.nextToken();
    while (token == JsonToken.FIELD_NAME) {
      var name = parser.currentName();
      members.put(name, read(parser, reader));
      token = parser.currentToken();
    }
    return members;
  }

  /** Reads the member at whose name the parser is, and moves it to the token after the member. */
  private static JsonMember read(JsonParser parser, ValueReader reader) throws IOException {
    var name = parser.currentName();
    var start = offset(parser);
    parser.nextToken();
    var valueStart = offset(parser);
    reader.read(name, parser);
    var valueEnd = (int) parser.currentLocation().getByteOffset();
    var last = parser.nextToken() != JsonToken.FIELD_NAME;
    return new JsonMember(start, valueStart, valueEnd, offset(parser), last);
  }

  private static int offset(JsonParser parser) {
    return (int) parser.currentTokenLocation().getByteOffset();
  }

  /**
   * The place of this member once {@code removed}, another member of {@code json}, is removed from
   * it; its {@code next} and {@code last} stay as they are.
   */
  public JsonMember without(JsonMember removed, byte[] json) {
    if (start < removed.start) {
      return this;
    }
    var less = removed.next - removed.headEnd(json);
    return new JsonMember(start - less, valueStart - less, valueEnd - less, next - less, last);
  }

  /** Returns {@code json} without this member, and without the comma that separates it. */
  public byte[] removedFrom(byte[] json) {
    var headEnd = headEnd(json);
    var rest = new byte[headEnd + json.length - next];
    System.arraycopy(json, 0, rest, 0, headEnd);
    System.arraycopy(json, next, rest, headEnd, json.length - next);
    return rest;
  }

  private int headEnd(byte[] json) {
    return last ? endOfPrevious(json) : start;
  }

  /** Before the last member stands a comma, unless it is the only one. */
  private int endOfPrevious(byte[] json) {
    var before = start - 1;
    while (json[before] != ',' && json[before] != '{') {
      before--; // white space
    }
    return json[before] == ',' ? before : start;
  }
}
