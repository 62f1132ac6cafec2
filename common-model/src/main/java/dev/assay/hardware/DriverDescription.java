package dev.assay.hardware;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.node.InterfaceType;
import dev.assay.storedjson.SecretDocument;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What clients may ask of a driver; conductors publish it with their registration.
 *
 * @param name of the hardware type
 * @param interfaces for each type the implementations accepted, the first one being the default
 * @param properties the driver_info keys, by name
 * @param managedBoot the boot interfaces with which the service itself makes the machine boot the
 *     ramdisk; with any other one the operator's network must
 * @param bootDevices what {@link Boot#bootFrom} can choose, in the order in which clients see it;
 *     empty when the driver chooses nothing
 */
public record DriverDescription(
    String name,
    Map<InterfaceType, List<String>> interfaces,
    Map<String, Property> properties,
    Set<String> managedBoot,
    List<BootDevice> bootDevices) {
  /** A conductor before boot devices were described says nothing of them. */
  public DriverDescription {
    bootDevices = bootDevices == null ? List.of() : List.copyOf(bootDevices);
  }

  /**
   * One driver_info key.
   *
   * @param description for operators
   * @param required whether power cannot work without it
   * @param shape of its values
   */
  public record Property(String description, boolean required, ValueShape shape) {
    /** A conductor before shapes were described says nothing of them. */
    public Property {
      shape = shape == null ? new ValueShape.Anything() : shape;
    }

    /** A key whose values may be any text. */
    public Property(String description, boolean required) {
      this(description, required, new ValueShape.Anything());
    }

    private Optional<String> problem(JsonNode value) {
      if (value.isContainerNode()) {
        return Optional.of("must be a text, not a list or an object");
      }
      var text = value.isNull() ? "" : value.asText().strip();
      return text.isEmpty() ? Optional.empty() : shape.problem(text);
    }
  }

  /** The default of {@code type}. */
  public String byDefault(InterfaceType type) {
    return accepted(type).getFirst();
  }

  /** The implementations of {@code type}, at least one. */
  public List<String> accepted(InterfaceType type) {
    var accepted = interfaces.getOrDefault(type, List.of());
    return accepted.isEmpty() ? List.of("no-" + type.wire()) : accepted;
  }

  /**
   * All interfaces of a node with this driver: the {@code named} ones, and the defaults;
   * INVALID_PARAMETER when it does not accept a named one.
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
   * Why {@code driverInfo} cannot work, as sentences: what is required and missing, else what the
   * driver cannot read; empty when nothing speaks against it.
   */
  public Optional<String> invalid(ObjectNode driverInfo) {
    return missing(driverInfo).or(() -> unusable(driverInfo));
  }

  /** The same of driver_info as it is stored, which nobody may be able to decrypt. */
  public Optional<String> invalid(SecretDocument driverInfo) {
    return driverInfo.unusable().or(() -> invalid(driverInfo.object()));
  }

  /** Which values the driver cannot read, as sentences; no matter what is missing. */
  public Optional<String> unusable(ObjectNode driverInfo) {
    var problems = new TreeSet<String>();
    properties.forEach(
        (key, property) ->
            property
                .problem(driverInfo.path(key))
                .ifPresent(problem -> problems.add("%s in driver_info %s.".formatted(key, problem))));
    return problems.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", problems));
  }

  /** Why {@code driverInfo} cannot work, as a sentence; empty when nothing required is missing. */
  public Optional<String> missing(ObjectNode driverInfo) {
    var absent =
        properties.entrySet().stream()
            .filter(property -> property.getValue().required())
            .map(Map.Entry::getKey)
            .filter(key -> !driverInfo.hasNonNull(key) || driverInfo.path(key).asText().isBlank())
            .sorted()
            .toList();
    return absent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Missing the following parameters in driver_info for driver %s: %s."
                .formatted(name, String.join(", ", absent)));
  }
}
