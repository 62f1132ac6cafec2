package dev.assay.storedjson;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.quarkus.hibernate.orm.JsonFormat;
import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.format.FormatMapper;
import org.hibernate.type.format.jackson.JacksonJsonFormatMapper;

/**
 * Reads and writes JSON for the database and the queue. Its mapper is separate from that of the
 * HTTP API, whose changes must not affect what is stored. Numbers keep their exact value; unknown
 * members are ignored so that an older process can read what a newer one wrote.
 */
@JsonFormat
@PersistenceUnitExtension
public final class StoredJson implements FormatMapper {
  /** Maximum nesting depth of a document. */
  public static final int DEPTH = 100;

  /** Maximum number of digits of a number. */
  public static final int DIGITS = 1000;

  /** Limits for reading documents; callbacks have tighter limits. */
  private static final StreamReadConstraints BOUNDS =
      StreamReadConstraints.builder()
          .maxNestingDepth(DEPTH)
          .maxNumberLength(DIGITS)
          .maxStringLength(64 * 1024 * 1024)
          .build();

  /** Shared, never reconfigured. */
  public static final ObjectMapper MAPPER =
      JsonMapper.builder(
              new JsonFactoryBuilder()
                  .addDecorator((_, generator) -> new ShortNumbers(generator))
                  .build())
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();

  private static final StreamWriteConstraints NESTED =
      StreamWriteConstraints.builder().maxNestingDepth(DEPTH).build();

  private static final JsonFactory FIELDS =
      new JsonFactoryBuilder()
          .streamWriteConstraints(NESTED)
          .build()
          .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
          .setCodec(MAPPER);

  static {
    MAPPER.getFactory().setStreamReadConstraints(BOUNDS);
    MAPPER.getFactory().setStreamWriteConstraints(NESTED);
  }

  private static final String EMPTY_OBJECT = "{}";
  private static final String NUL = "\u0000";
  private final FormatMapper jackson = new JacksonJsonFormatMapper(MAPPER);

  /** Returns a new empty object. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Converts {@code value} to a tree. */
  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** Returns the JSON text of {@code value}. */
  public static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot write " + value.getClass().getName(), e);
    }
  }

  /** Writes JSON as UTF-8 without an intermediate string; closes {@code to}. */
  public static void write(Object value, OutputStream to) {
    // the writer replaces invalid characters with ?
    try (var writer = new OutputStreamWriter(to, StandardCharsets.UTF_8)) {
      MAPPER.writeValue(writer, value);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot write " + value.getClass().getName(), e);
    }
  }

  /**
   * Returns a generator that writes UTF-8 field by field, without the wrapper that {@link #MAPPER}
   * adds for decimals. Write trees and decimals with {@link #documents}.
   */
  public static JsonGenerator fields(OutputStream to) throws IOException {
    return FIELDS.createGenerator(to);
  }

  /**
   * Wraps {@code generator} for writing whole documents in the middle of what {@link #fields}
   * writes.
   */
  public static JsonGenerator documents(JsonGenerator generator) {
    return new ShortNumbers(generator);
  }

  /**
   * Reads JSON that {@link #write} of this or another version wrote; else IllegalArgumentException.
   */
  public static <T> T read(String json, Class<T> type) {
    try {
      return MAPPER.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "not a " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Whether a number can be read again after it was stored: without exponent, as jsonb writes it,
   * it has at most {@link #DIGITS} digits.
   */
  public static boolean readable(BigDecimal number) {
    var written = Math.max(number.precision(), (long) number.precision() - number.scale());
    return Math.max(written, number.scale()) <= DIGITS;
  }

  /**
   * Returns the JSON text for a jsonb column; replaces U+0000, which jsonb cannot hold, with
   * U+FFFD.
   */
  public static String storable(JsonNode value) {
    var json = write(value);
    return json.contains("\\u0000") ? write(clean(value)) : json;
  }

  @Override
  public <T> T fromString(CharSequence json, JavaType<T> type, WrapperOptions options) {
    if (type.getJavaTypeClass() == ObjectNode.class && EMPTY_OBJECT.contentEquals(json)) {
      return type.getJavaTypeClass().cast(object()); // half of all columns, without a parser
    }
    if (type.getJavaTypeClass() == SecretDocument.class) {
      return type.getJavaTypeClass().cast(SecretDocument.stored(json));
    }
    return jackson.fromString(json, type, options);
  }

  /** Replaces U+0000, which PostgreSQL's jsonb cannot hold, with U+FFFD. */
  @Override
  public <T> String toString(T value, JavaType<T> type, WrapperOptions options) {
    if (value instanceof SecretDocument secret) {
      return secret.column();
    }
    var json = jackson.toString(value, type, options);
    return json.contains("\\u0000")
        ? jackson.toString(withoutNul(value, type), type, options)
        : json;
  }

  private <T> T withoutNul(T value, JavaType<T> type) {
    return MAPPER.convertValue(clean(MAPPER.valueToTree(value)), type.getJavaTypeClass());
  }

  private static JsonNode clean(JsonNode node) {
    if (node.isTextual()) {
      return MAPPER.getNodeFactory().textNode(node.textValue().replace(NUL, "\uFFFD"));
    }
    if (node.isArray()) {
      var array = MAPPER.createArrayNode();
      node.forEach(item -> array.add(clean(item)));
      return array;
    }
    if (node.isObject()) {
      var object = MAPPER.createObjectNode();
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        object.set(member.getKey().replace(NUL, "\uFFFD"), clean(member.getValue()));
      }
      return object;
    }
    return node;
  }
}
