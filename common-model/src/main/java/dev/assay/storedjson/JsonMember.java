package dev.assay.storedjson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    return find(json, name, (_, value) -> value.skipChildren(), false);
  }

  /** The last member {@code name}; gives all members to {@code reader}. */
  public static Optional<JsonMember> find(byte[] json, String name, ValueReader reader)
      throws IOException {
    return find(json, name, reader, true);
  }

  private static Optional<JsonMember> find(
      byte[] json, String name, ValueReader reader, boolean all) throws IOException {
    try (var parser = StoredJson.MAPPER.getFactory().createParser(json)) {
      @Nullable JsonMember found = null;
      parser.nextToken();
      var token = parser.nextToken();
      while (token == JsonToken.FIELD_NAME && (all || found == null)) {
        var member = parser.currentName();
        var start = offset(parser);
        parser.nextToken();
        var valueStart = offset(parser);
        reader.read(member, parser);
        var valueEnd = (int) parser.currentLocation().getByteOffset();
        token = parser.nextToken();
        if (member.equals(name)) {
          var last = token != JsonToken.FIELD_NAME;
          found = new JsonMember(start, valueStart, valueEnd, offset(parser), last);
        }
      }
      return Optional.ofNullable(found);
    }
  }

  private static int offset(JsonParser parser) {
    return (int) parser.currentTokenLocation().getByteOffset();
  }

  /** Returns {@code json} without this member, and without the comma that separates it. */
  public byte[] removedFrom(byte[] json) {
    var headEnd = last ? endOfPrevious(json) : start;
    var rest = new byte[headEnd + json.length - next];
    System.arraycopy(json, 0, rest, 0, headEnd);
    System.arraycopy(json, next, rest, headEnd, json.length - next);
    return rest;
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
