package dev.assay.api.field;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import dev.assay.api.http.Links;
import dev.assay.storedjson.StoredJson;
import dev.assay.time.IsoTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Serialises chosen fields of rows to JSON, without building a tree.
 *
 * @param <T> what is shown
 */
public record Representation<T>(List<Field<T>> fields) {
  /** Trees read only settings from it, so one instance can be shared. */
  private static final SerializerProvider SETTINGS =
      StoredJson.MAPPER.getSerializerProviderInstance();

  public Representation {
    fields = List.copyOf(fields);
  }

  /** True when it has only fields that lists show by default. */
  public boolean brief() {
    return fields.stream().allMatch(Field::listed);
  }

  /** One object, UTF-8. */
  public byte[] one(T row) {
    return json(generator -> write(generator, row));
  }

  /** Provides the address of the next page. */
  @FunctionalInterface
  public interface Next<T> {
    /**
     * The address of the page after one of {@code rows} rows whose last is {@code last}, if there
     * is one.
     */
    Optional<String> after(T last, int rows);
  }

  /**
   * {@code {"<plural>": [...], "next": ...}}, UTF-8; each row is pulled from the stream when it is
   * written.
   */
  public byte[] list(String plural, Stream<T> rows, Next<T> next) {
    return json(
        generator -> {
          generator.writeStartObject();
          generator.writeArrayFieldStart(plural);
          T last = null;
          int count = 0;
          for (var each = rows.iterator(); each.hasNext(); count++) {
            last = each.next();
            write(generator, last);
          }
          generator.writeEndArray();
          var address = last == null ? Optional.<String>empty() : next.after(last, count);
          if (address.isPresent()) {
            generator.writeStringField("next", address.get());
          }
          generator.writeEndObject();
        });
  }

  private void write(JsonGenerator generator, T row) throws IOException {
    generator.writeStartObject();
    for (var field : fields) {
      generator.writeFieldName(field.encoded());
      value(generator, field.reader().read(row));
    }
    generator.writeEndObject();
  }

  private static void value(JsonGenerator generator, @Nullable Object value) throws IOException {
    switch (value) {
      case null -> generator.writeNull();
      case String text -> generator.writeString(text);
      case Boolean flag -> generator.writeBoolean(flag);
      case Number number -> generator.writeNumber(number.longValue());
      case Instant moment -> generator.writeString(IsoTime.of(moment));
      case UUID uuid -> generator.writeString(uuid.toString());
      case List<?> list -> {
        generator.writeStartArray();
        for (var item : list) {
          value(generator, item);
        }
        generator.writeEndArray();
      }
      case Links links -> links.write(generator);
      case JsonNode tree -> tree.serialize(StoredJson.documents(generator), SETTINGS);
      default -> StoredJson.documents(generator).writePOJO(value);
    }
  }

  private interface Content {
    void write(JsonGenerator generator) throws IOException;
  }

  private static byte[] json(Content content) {
    try (var out = new ByteArrayBuilder(4096);
        var generator = StoredJson.fields(out)) {
      content.write(generator);
      generator.flush();
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("an answer cannot be written", e);
    }
  }
}
