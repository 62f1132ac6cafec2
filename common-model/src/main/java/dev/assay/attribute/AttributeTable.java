package dev.assay.attribute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.SecretDocument;
import dev.assay.storedjson.StoredJson;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a node or port, and how a record that holds them is made from JSON, written as
 * JSON and copied. The caller gives the values of components that have no attribute.
 *
 * @param <A> the record that holds the values
 */
public final class AttributeTable<A extends Record> {
  private final Map<String, Attribute<A>> attributes = new LinkedHashMap<>();
  private final RecordComponent[] components;
  private final Map<String, Integer> positions = new HashMap<>();
  private final List<Optional<Attribute<A>>> byPosition;
  private final MethodHandle constructor;
  private final MethodHandle[] accessors;

  /** {@code lookup} is that of a class that may call the constructor of {@code type}. */
  public AttributeTable(Class<A> type, List<Attribute<A>> rows, MethodHandles.Lookup lookup) {
    rows.forEach(row -> attributes.put(row.name(), row));
    components = type.getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      positions.put(components[i].getName(), i);
    }
    rows.forEach(row -> requireComponent(type, row));
    byPosition =
        Arrays.stream(components)
            .map(
                component ->
                    rows.stream()
                        .filter(row -> component.getName().equals(row.component()))
                        .findFirst())
            .toList();
    try {
      var parameters =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      constructor =
          lookup
              .findConstructor(type, MethodType.methodType(void.class, parameters))
              .asType(MethodType.genericMethodType(parameters.length))
              .asSpreader(Object[].class, parameters.length);
      accessors = new MethodHandle[components.length];
      for (int i = 0; i < components.length; i++) {
        accessors[i] =
            lookup.unreflect(components[i].getAccessor()).asType(MethodType.genericMethodType(1));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the record %s cannot be made".formatted(type), e);
    }
  }

  private void requireComponent(Class<A> type, Attribute<A> row) {
    if (row.component() != null && !positions.containsKey(row.component())) {
      throw new IllegalStateException(
          "%s has no component %s for attribute %s"
              .formatted(type.getSimpleName(), row.component(), row.name()));
    }
  }

  /** In the order of the table. */
  public List<Attribute<A>> rows() {
    return List.copyOf(attributes.values());
  }

  /** Empty when there is no such attribute. */
  public Optional<Attribute<A>> find(String name) {
    return Optional.ofNullable(attributes.get(name));
  }

  /** All attributes by name, secrets in plain text; shares the objects of {@code stored}. */
  public ObjectNode document(A stored) {
    var document = StoredJson.object();
    for (var row : attributes.values()) {
      document.set(row.name(), json(row.reader().apply(stored)));
    }
    return document;
  }

  /** All attributes with the values that they have when nobody sets them. */
  public ObjectNode defaults() {
    var document = StoredJson.object();
    attributes.values().forEach(row -> document.set(row.name(), row.type().ifAbsent().deepCopy()));
    return document;
  }

  private static JsonNode json(@Nullable Object value) {
    var nodes = StoredJson.MAPPER.getNodeFactory();
    return switch (value) {
      case null -> nodes.nullNode();
      case JsonNode json -> json;
      case Boolean flag -> nodes.booleanNode(flag);
      default -> nodes.textNode(value.toString());
    };
  }

  /**
   * The record of {@code document}, whose values {@link AttributeType#accept} gave; {@code others}
   * holds, by component, values that do not stand in the document as they are stored.
   */
  public A read(ObjectNode document, Map<String, ?> others) {
    var values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      var component = components[i];
      values[i] =
          others.containsKey(component.getName())
              ? others.get(component.getName())
              : value(component.getType(), document.path(attributeAt(i).name()));
    }
    return make(values);
  }

  private Attribute<A> attributeAt(int position) {
    return byPosition
        .get(position)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "component %s has no attribute: add a row to the table"
                        .formatted(components[position].getName())));
  }

  private static @Nullable Object value(Class<?> type, JsonNode json) {
    if (type == ObjectNode.class) {
      return json;
    }
    if (type == SecretDocument.class) {
      return SecretDocument.of((ObjectNode) json);
    }
    if (type == boolean.class) {
      return json.booleanValue();
    }
    if (json.isNull() || json.isMissingNode()) {
      return null;
    }
    if (type == Boolean.class) {
      return json.booleanValue();
    }
    return type == UUID.class ? UUID.fromString(json.textValue()) : json.textValue();
  }

  /** A copy in which the components named in {@code changed} have those values. */
  public A with(A stored, Map<String, ?> changed) {
    var values = new Object[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        values[i] = accessors[i].invokeExact((Object) stored);
      }
    } catch (Throwable e) {
      throw new IllegalStateException("an attribute cannot be read", e);
    }
    changed.forEach(
        (component, value) ->
            values[Objects.requireNonNull(positions.get(component), component)] = value);
    return make(values);
  }

  @SuppressWarnings("unchecked")
  private A make(Object[] values) {
    try {
      return (A) (Object) constructor.invokeExact(values);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
