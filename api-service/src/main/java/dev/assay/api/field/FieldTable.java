package dev.assay.api.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ApiVersion;
import dev.assay.api.http.Query;
import dev.assay.attribute.AttributeType;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.storedjson.StoredJson;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fields of one resource. Everything that depends on the name of a field is answered here.
 *
 * @param <T> what is shown
 */
public final class FieldTable<T> {
  private static final String LINKS = "links";
  private static final int FIELDS = 8;
  private static final int DETAIL = 43;

  private final Map<String, Field<T>> fields = new LinkedHashMap<>();

  /** No two may have the same name. */
  public FieldTable(List<Field<T>> rows) {
    for (var field : rows) {
      if (fields.put(field.name(), field) != null) {
        throw new IllegalArgumentException("two fields are called " + field.name());
      }
    }
  }

  /** In the order of the table. */
  public List<Field<T>> fields() {
    return List.copyOf(fields.values());
  }

  /** Empty when there is no such field. */
  public Optional<Field<T>> find(String name) {
    return Optional.ofNullable(fields.get(name));
  }

  /**
   * A POST body in normal form, every creatable field present. INVALID_PARAMETER for a member that
   * is unknown, missing or of a wrong type, then NOT_ACCEPTABLE for one newer than the version.
   */
  public ObjectNode accepted(ObjectNode body, ApiVersion version) {
    body.fieldNames()
        .forEachRemaining(
            name -> {
              if (find(name).filter(field -> field.use().creatable()).isEmpty()) {
                throw AttributeType.refused(name, "is not a field that can be set on creation");
              }
            });
    var accepted = StoredJson.object();
    for (var field : fields.values()) {
      if (field.use().creatable()) {
        accepted.set(field.name(), field.kind().accept(field.name(), body.path(field.name())));
      } else if (field.use().patchable()) {
        accepted.set(field.name(), field.kind().ifAbsent().deepCopy());
      }
    }
    body.fieldNames().forEachRemaining(name -> version.require(since(name), name));
    return accepted;
  }

  /** A patched document in normal form; INVALID_PARAMETER when a field has a wrong type. */
  public ObjectNode checked(ObjectNode patched) {
    var checked = StoredJson.object();
    for (Map.Entry<String, JsonNode> member : patched.properties()) {
      var field = fields.get(member.getKey());
      if (field == null) {
        throw AttributeType.refused(member.getKey(), "is not a field of this resource");
      }
      checked.set(field.name(), field.kind().accept(field.name(), member.getValue()));
    }
    return checked;
  }

  /**
   * What a request for one object or a list asks for: the {@code fields} it names, everything with
   * {@code detail}, else everything or the short form of lists, as {@code detailed} says. Source:
   * spec api.md 5.
   */
  public Representation<T> asked(Query query, boolean detailed, ApiVersion version) {
    if (query.has("fields")) {
      version.require(FIELDS, "fields");
    }
    var full = query.bool("detail").orElse(false);
    if (full && !version.atLeast(DETAIL)) {
      throw AttributeType.refused("detail", "needs API version 1.43");
    }
    if (full && query.has("fields")) {
      throw AttributeType.refused("fields", "cannot be combined with detail");
    }
    var names = query.list("fields");
    if (!names.isEmpty()) {
      return chosen(names, version);
    }
    return full || detailed ? full(version) : listed(version);
  }

  /** Everything that clients of this version know. */
  public Representation<T> full(ApiVersion version) {
    return new Representation<>(
        fields.values().stream()
            .filter(field -> field.use().shown())
            .filter(field -> version.atLeast(field.since()))
            .toList());
  }

  /** The short form of lists. */
  public Representation<T> listed(ApiVersion version) {
    return new Representation<>(
        fields.values().stream()
            .filter(Field::listed)
            .filter(field -> version.atLeast(field.since()))
            .toList());
  }

  /**
   * The named fields and the links. INVALID_PARAMETER for an unknown name, NOT_ACCEPTABLE for one
   * newer than the version.
   */
  public Representation<T> chosen(Collection<String> names, ApiVersion version) {
    for (var name : names) {
      if (find(name).filter(field -> field.use().shown()).isEmpty()) {
        throw new AssayException(
            ErrorCode.INVALID_PARAMETER,
            "Field %s is not a field of this resource and cannot be chosen.".formatted(name));
      }
    }
    names.forEach(name -> version.require(since(name), name));
    var kept = new LinkedHashSet<>(names);
    kept.add(LINKS);
    return new Representation<>(kept.stream().flatMap(name -> find(name).stream()).toList());
  }

  /** The named ones of the fields that clients of this version know, without links. */
  public Representation<T> only(List<String> names, ApiVersion version) {
    return new Representation<>(
        names.stream()
            .flatMap(name -> find(name).stream())
            .filter(field -> version.atLeast(field.since()))
            .toList());
  }

  /** The expression to sort by; INVALID_PARAMETER or NOT_ACCEPTABLE when there is none. */
  public String sortedBy(String key, ApiVersion version) {
    var column = find(key).map(Field::column).orElse(null);
    if (column == null) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "The sort_key value \"%s\" is an invalid field for sorting".formatted(key));
    }
    version.require(since(key), key);
    return column;
  }

  private int since(String name) {
    return find(name).map(Field::since).orElse(0);
  }
}
