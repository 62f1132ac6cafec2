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
 * The mapper of what is on disk and on the queue, apart from the one of the HTTP clients: a change
 * for them must not change what is stored. Numbers keep their exact value; unknown members are
 * ignored so that an older process reads what a newer one wrote.
 */
@JsonFormat
@PersistenceUnitExtension
public final class StoredJson implements FormatMapper {
  /** Levels of a document at most. */
  public static final int DEPTH = 100;

  /** Digits of a number at most. */
  public static final int DIGITS = 1000;

  /** Bounds a document from outside; the intake's own bounds are tighter. */
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

  private static final String NOTHING = "{}";
  private static final String NUL = "\u0000";
  private final FormatMapper jackson = new JacksonJsonFormatMapper(MAPPER);

  /** An empty object, not shared. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** The tree of {@code value}. */
  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** The JSON text of {@code value}. */
  public static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot write " + value.getClass().getName(), e);
    }
  }

  /** The same as UTF-8 without a text in between; closes {@code to}. */
  public static void write(Object value, OutputStream to) {
    // broken characters become ? there
    try (var writer = new OutputStreamWriter(to, StandardCharsets.UTF_8)) {
      MAPPER.writeValue(writer, value);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot write " + value.getClass().getName(), e);
    }
  }

  /**
   * Writes UTF-8 field by field, without what {@link #MAPPER} puts around each generator for the
   * sake of decimals. Trees and decimals are to be written by {@link #documents}.
   */
  public static JsonGenerator fields(OutputStream to) throws IOException {
    return FIELDS.createGenerator(to);
  }

  /** {@code generator} for whole documents, in the middle of what {@link #fields} writes. */
  public static JsonGenerator documents(JsonGenerator generator) {
    return new ShortNumbers(generator);
  }

  /** Reads what {@link #write} wrote, in this or another version; else IllegalArgumentException. */
  public static <T> T read(String json, Class<T> type) {
    try {
      return MAPPER.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "not a " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Whether a number can be read again once it is stored: without its exponent, as jsonb writes it,
   * it has at most {@link #DIGITS} digits.
   */
  public static boolean readable(BigDecimal number) {
    var written = Math.max(number.precision(), (long) number.precision() - number.scale());
    return Math.max(written, number.scale()) <= DIGITS;
  }

  /** The JSON text for a jsonb column: U+0000, which it cannot have, is U+FFFD. */
  public static String storable(JsonNode value) {
    var json = write(value);
    return json.contains("\\u0000") ? write(clean(value)) : json;
  }

  @Override
  public <T> T fromString(CharSequence json, JavaType<T> type, WrapperOptions options) {
    if (type.getJavaTypeClass() == ObjectNode.class && NOTHING.contentEquals(json)) {
      return type.getJavaTypeClass().cast(object()); // half of all columns, without a parser
    }
    if (type.getJavaTypeClass() == SecretDocument.class) {
      return type.getJavaTypeClass().cast(SecretDocument.stored(json));
    }
    return jackson.fromString(json, type, options);
  }

  /** PostgreSQL's jsonb has no U+0000: it is stored as U+FFFD. */
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
