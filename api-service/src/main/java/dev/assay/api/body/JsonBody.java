package dev.assay.api.body;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import dev.assay.api.error.BodyRefused;
import dev.assay.attribute.AttributeType;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.storedjson.JsonMember;
import dev.assay.storedjson.StoredJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a request: strict JSON in UTF-8, with limits on its depth and on the size of
 * its numbers. Resources take bytes and call this, so that every invalid body gets an error in our
 * own form. Numbers keep their exact value. Source: spec api.md 1 (T6, T7).
 */
public final class JsonBody {
  private static final int DEPTH =
      ConfigProvider.getConfig()
          .getOptionalValue("assay.api.max-json-body-depth", Integer.class)
          .orElse(25);
  private static final ObjectMapper STRICT =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEPTH)
                          .maxNumberLength(StoredJson.DIGITS)
                          .maxStringLength(Integer.MAX_VALUE) // the whole body is bounded
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .nodeFactory(new BoundedNumbers())
          .build();

  /** Other members follow the value. */
  private static final ObjectReader MEMBER =
      STRICT.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final int TEXT_PIECE = 8192;

  private JsonBody() {}

  /**
   * INVALID_PARAMETER with {@code sentence} when a request that takes no body has one that says
   * something: what it says would be ignored.
   */
  public static void requireNone(byte @Nullable [] body, String sentence) {
    if (body != null && body.length > 0 && !object(body).isEmpty()) {
      throw new AssayException(ErrorCode.INVALID_PARAMETER, sentence);
    }
  }

  /** The JSON value; throws INVALID_PARAMETER or {@link BodyRefused} when it is not one value. */
  public static JsonNode read(InputStream body) {
    return read(bytes(body));
  }

  /**
   * All bytes of a body. It was already received completely, so only the service itself can fail
   * here.
   */
  public static byte[] bytes(InputStream body) {
    try {
      return body.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("the body of the request cannot be read", e);
    }
  }

  /** As above; null is an absent body. */
  public static JsonNode read(byte @Nullable [] body) {
    return read(body, STRICT::readTree);
  }

  /**
   * A JSON object.
   *
   * @param places of its members in the body, by name
   */
  public record Members(ObjectNode object, Map<String, JsonMember> places) {}

  /** The JSON object with the places of its members; throws as {@link #object(byte[])} does. */
  public static Members members(byte @Nullable [] body) {
    var places = new HashMap<String, JsonMember>();
    var value =
        read(
            body,
            parser -> {
              if (parser.nextToken() != JsonToken.START_OBJECT) {
                return parser.currentToken() == null ? null : STRICT.readTree(parser);
              }
              var object = STRICT.createObjectNode();
              places.putAll(
                  JsonMember.readAll(
                      parser, (name, member) -> object.set(name, MEMBER.readTree(member))));
              return object;
            });
    return new Members(object(value), places);
  }

  /** Reads one value, null when there is none. */
  @FunctionalInterface
  private interface ValueReader {
    @Nullable JsonNode read(JsonParser parser) throws IOException;
  }

  private static JsonNode read(byte @Nullable [] body, ValueReader reader) {
    if (body == null || body.length == 0) {
      throw invalid("The body of the request is empty: send JSON.");
    }
    requireUtf8(body);
    try (JsonParser parser = STRICT.createParser(body)) {
      @Nullable JsonNode value = reader.read(parser);
      if (value == null || value.isMissingNode()) {
        throw invalid("The body of the request is empty: send JSON.");
      }
      if (parser.nextToken() != null) {
        throw invalid("The body of the request has more than one JSON value.");
      }
      return value;
    } catch (StreamConstraintsException e) {
      throw limitExceeded(e);
    } catch (JsonProcessingException e) {
      throw invalid("The body of the request is not valid JSON: " + describe(e));
    } catch (NumberFormatException _) { // an exponent beyond 32 bits
      throw tooManyDigits();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // cannot happen: the bytes are in memory
    }
  }

  /** The JSON object; throws INVALID_PARAMETER when it is anything else. */
  public static ObjectNode object(byte @Nullable [] body) {
    return object(read(body));
  }

  /** As above; also refuses members other than {@code known}. */
  public static ObjectNode object(byte @Nullable [] body, Set<String> known) {
    var members = object(body);
    members
        .fieldNames()
        .forEachRemaining(
            member -> {
              if (!known.contains(member)) {
                throw AttributeType.refused(member, "is not a member of this request");
              }
            });
    return members;
  }

  /** As above. */
  public static ObjectNode object(InputStream body) {
    return object(read(body));
  }

  private static ObjectNode object(JsonNode value) {
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw invalid(
        "The body of the request must be a JSON object, not %s."
            .formatted(value.getNodeType().name().toLowerCase(java.util.Locale.ROOT)));
  }

  /** Refuses UTF-16 and UTF-32, and overlong forms of UTF-8, which the parser would accept. */
  private static void requireUtf8(byte[] body) {
    var wide = body[0] == 0 || (body.length > 1 && body[1] == 0);
    if (wide || !isUtf8(ByteBuffer.wrap(body))) {
      throw invalid("The body of the request is not UTF-8.");
    }
  }

  /** Decodes piece by piece: the whole text would take twice the memory of the body. */
  private static boolean isUtf8(ByteBuffer bytes) {
    var decoder = StandardCharsets.UTF_8.newDecoder();
    var piece = CharBuffer.allocate(Math.min(bytes.remaining(), TEXT_PIECE));
    CoderResult result;
    do {
      piece.clear();
      result = decoder.decode(bytes, piece, true);
    } while (result.isOverflow());
    return !result.isError();
  }

  private static AssayException limitExceeded(StreamConstraintsException e) {
    var message = String.valueOf(e.getOriginalMessage());
    return message.contains("nesting depth")
        ? new BodyRefused(
            ErrorCode.INVALID_PARAMETER,
            "The JSON of the request is nested deeper than %d levels.".formatted(DEPTH))
        : invalid("The JSON of the request exceeds a limit: " + message);
  }

  private static String describe(JsonProcessingException e) {
    var location = e.getLocation();
    var message = String.valueOf(e.getOriginalMessage());
    var shortened = message.length() <= 200 ? message : message.substring(0, 200) + "...";
    return location == null
        ? shortened
        : "line %d, column %d: %s"
            .formatted(location.getLineNr(), location.getColumnNr(), shortened);
  }

  private static AssayException invalid(String sentence) {
    return new AssayException(ErrorCode.INVALID_PARAMETER, sentence);
  }

  private static AssayException tooManyDigits() {
    return invalid(
        "A number in the JSON of the request has more than %d digits."
            .formatted(StoredJson.DIGITS));
  }

  /** Rejects numbers such as 1e999999999, which could be neither serialised nor parsed again. */
  private static final class BoundedNumbers extends JsonNodeFactory {
    private static final long serialVersionUID = 1L;

    @Override
    public ValueNode numberNode(@Nullable BigDecimal value) {
      if (value != null && !StoredJson.readable(value)) {
        throw tooManyDigits();
      }
      return super.numberNode(value);
    }
  }
}
