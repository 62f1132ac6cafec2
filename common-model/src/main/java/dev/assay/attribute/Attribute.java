package dev.assay.attribute;

import dev.assay.secret.SecretKeys;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One attribute that can be set of a node or port: everything that the API, hooks and rules need to
 * know of it.
 *
 * @param <A> the record that holds the values
 * @param name as in JSON
 * @param since the minor API version that brought it
 * @param creatable whether a client may give it when it creates the row
 * @param byRules whether inspection rules may set it
 * @param type its values
 * @param component the component of the record; null when the value is only a part of one
 * @param secrets the keys below it whose values are hidden from clients
 * @param reader its value, as it is in the record
 */
public record Attribute<A>(
    String name,
    int since,
    boolean creatable,
    boolean byRules,
    AttributeType type,
    @Nullable String component,
    SecretKeys secrets,
    Function<A, @Nullable Object> reader) {

  /** Held by the component of the same name in camel case; for clients and rules. */
  public static <A> Attribute<A> attribute(
      String name, int since, AttributeType type, Function<A, @Nullable Object> reader) {
    return new Attribute<>(name, since, true, true, type, camelCase(name), SecretKeys.NONE, reader);
  }

  /** The same, held by a component of another name. */
  public Attribute<A> in(@Nullable String otherComponent) {
    return new Attribute<>(name, since, creatable, byRules, type, otherComponent, secrets, reader);
  }

  /** The same, which clients can only change. */
  public Attribute<A> notOnCreation() {
    return new Attribute<>(name, since, false, byRules, type, component, secrets, reader);
  }

  /** The same, which rules cannot set. */
  public Attribute<A> notByRules() {
    return new Attribute<>(name, since, creatable, false, type, component, secrets, reader);
  }

  /** The same, in which {@code keys} are hidden from clients. */
  public Attribute<A> hiding(SecretKeys keys) {
    return new Attribute<>(name, since, creatable, byRules, type, component, keys, reader);
  }

  private static String camelCase(String name) {
    var camel = new StringBuilder();
    for (var word : name.split("_", -1)) {
      camel.append(
          camel.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return camel.toString();
  }
}
