package dev.assay.hardware;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Describes what a driver supports; conductors publish it with their registration.
 *
 * @param name of the hardware type
 * @param interfaces for each type the accepted implementations; the first one is the default
 * @param properties the driver_info keys, by name
 * @param managedBoot the boot interfaces with which the service itself makes the machine boot the
 *     ramdisk; with any other one the operator's network must do that
 * @param bootDevices the devices that {@link Boot#bootFrom} accepts, in the order in which clients
 *     see them; empty when the driver cannot choose the boot device
 */
public record DriverDescription(
    String name,
    Map<InterfaceType, List<String>> interfaces,
    Map<String, Property> properties,
    Set<String> managedBoot,
    List<BootDevice> bootDevices) {
  /** Accepts null boot devices from older conductors, which do not publish them. */
  public DriverDescription {
    bootDevices = bootDevices == null ? List.of() : List.copyOf(bootDevices);
  }

  /**
   * Describes one driver_info key.
   *
   * @param description for operators
   * @param required whether power control needs it
   * @param shape of its values
   * @param when what also holds with certain values of other keys
   */
  public record Property(
      String description,
      boolean required,
      ValueShape shape,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<When> when) {
    /** Accepts null for what older conductors do not publish. */
    public Property {
      shape = shape == null ? new ValueShape.Anything() : shape;
      when = when == null ? List.of() : List.copyOf(when);
    }

    /** A key that depends on no other. */
    public Property(String description, boolean required, ValueShape shape) {
      this(description, required, shape, List.of());
    }

    /** A key whose values may be any text. */
    public Property(String description, boolean required) {
      this(description, required, new ValueShape.Anything());
    }

    private Optional<String> problem(JsonNode value, ObjectNode driverInfo) {
      if (value.isContainerNode()) {
        return Optional.of("must be a text, not a list or an object");
      }
      var text = text(value);
      return text.isEmpty()
          ? Optional.empty()
          : shapes(driverInfo).flatMap(each -> each.problem(text).stream()).findFirst();
    }

    private Stream<ValueShape> shapes(ObjectNode driverInfo) {
      return Stream.concat(
          Stream.of(shape), when.stream().filter(it -> it.holds(driverInfo)).map(When::shape));
    }
  }

  /**
   * What holds for a key when another one has one of {@code values}, in upper or lower case.
   *
   * @param key the other key
   * @param required whether the driver needs the described key then
   * @param shape of its values then
   */
  public record When(String key, List<String> values, boolean required, ValueShape shape) {
    public When {
      values = List.copyOf(values);
    }

    /** When the described key is required. */
    public static When required(String key, String... values) {
      return new When(key, List.of(values), true, new ValueShape.Anything());
    }

    /** When the values of the described key have another shape, too. */
    public static When shaped(ValueShape shape, String key, String... values) {
      return new When(key, List.of(values), false, shape);
    }

    private boolean holds(ObjectNode driverInfo) {
      var text = text(driverInfo.path(key));
      return values.stream().anyMatch(text::equalsIgnoreCase);
    }
  }

  /** Returns the default implementation of {@code type}. */
  public String byDefault(InterfaceType type) {
    return accepted(type).getFirst();
  }

  /** Returns the accepted implementations of {@code type}, at least one. */
  public List<String> accepted(InterfaceType type) {
    var accepted = interfaces.getOrDefault(type, List.of());
    return accepted.isEmpty() ? List.of("no-" + type.wire()) : accepted;
  }

  /**
   * Returns all interfaces of a node with this driver: the {@code named} ones, else the defaults.
   * Throws INVALID_PARAMETER when it does not accept a named one.
   */
  public Map<String, String> choose(Map<String, String> named) {
    var all = new HashMap<String, String>();
    for (var type : InterfaceType.values()) {
      var choice = named.get(type.wire());
      if (choice != null && !accepted(type).contains(choice)) {
        throw new AssayException(
            ErrorCode.INVALID_PARAMETER,
            "Driver %s does not accept the %s %s; choose one of %s."
                .formatted(name, type.field(), choice, String.join(", ", accepted(type))));
      }
      all.put(type.wire(), choice == null ? byDefault(type) : choice);
    }
    return Map.copyOf(all);
  }

  /**
   * Tells in sentences why {@code driverInfo} is invalid: required keys that are missing, else
   * values that the driver cannot use; empty when it is valid.
   */
  public Optional<String> invalid(ObjectNode driverInfo) {
    return missing(driverInfo).or(() -> needed(driverInfo)).or(() -> unusable(driverInfo));
  }

  /**
   * Tells in sentences which values the driver cannot use, ignoring missing keys; empty when there
   * are none.
   */
  public Optional<String> unusable(ObjectNode driverInfo) {
    return unusable(driverInfo, properties.keySet());
  }

  /** As above, but only for the keys {@code changed} and those whose values depend on them. */
  public Optional<String> unusable(ObjectNode driverInfo, Set<String> changed) {
    var problems = new TreeSet<String>();
    properties.forEach(
        (key, property) -> {
          if (changed.contains(key)
              || property.when().stream().anyMatch(when -> changed.contains(when.key()))) {
            property
                .problem(driverInfo.path(key), driverInfo)
                .ifPresent(
                    problem -> problems.add("%s in driver_info %s.".formatted(key, problem)));
          }
        });
    return sentences(problems);
  }

  /** Tells in a sentence which required keys are missing; empty when there are none. */
  public Optional<String> missing(ObjectNode driverInfo) {
    var absent =
        properties.entrySet().stream()
            .filter(property -> property.getValue().required())
            .map(Map.Entry::getKey)
            .filter(key -> text(driverInfo.path(key)).isEmpty())
            .sorted()
            .toList();
    return absent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Missing the following parameters in driver_info for driver %s: %s."
                .formatted(name, String.join(", ", absent)));
  }

  /** Tells in sentences which keys are missing that others require; empty when there are none. */
  private Optional<String> needed(ObjectNode driverInfo) {
    var problems = new TreeSet<String>();
    properties.forEach(
        (key, property) ->
            property.when().stream()
                .filter(when -> when.required() && when.holds(driverInfo))
                .filter(_ -> text(driverInfo.path(key)).isEmpty())
                .map(when -> when.key() + " " + text(driverInfo.path(when.key())))
                .forEach(
                    cause ->
                        problems.add(
                            "Missing %s in driver_info, which %s needs.".formatted(key, cause))));
    return sentences(problems);
  }

  private static Optional<String> sentences(SortedSet<String> all) {
    return all.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", all));
  }

  /** Empty for what is missing, null or no text or number. */
  private static String text(JsonNode value) {
    return value.isNull() ? "" : value.asText().strip();
  }
}
