package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * The list of devices that count as accelerators: a YAML file whose {@code pci_devices} is a list
 * of objects with {@code vendor_id}, {@code device_id} and further members. Source: spec hooks.md
 * 11.
 */
record KnownAccelerators(List<ObjectNode> devices) {
  static final KnownAccelerators NONE = new KnownAccelerators(List.of());
  private static final String SHIPPED = "known-accelerators.yaml";

  KnownAccelerators {
    devices = List.copyOf(devices);
  }

  /** The list that comes with Assay. */
  static KnownAccelerators shipped() {
    try (var in =
        Objects.requireNonNull(KnownAccelerators.class.getResourceAsStream(SHIPPED), SHIPPED)) {
      return parse(in, SHIPPED);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads an operator's list; throws IllegalArgumentException with the file and the reason when it
   * is invalid.
   */
  static KnownAccelerators read(Path file) {
    try (var in = Files.newInputStream(file)) {
      return parse(in, file.toString());
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "assay.inspector.known-accelerators: %s cannot be read (%s)".formatted(file, e), e);
    }
  }

  /** A copy of the first known device with the IDs of {@code device}, compared as text. */
  Optional<ObjectNode> find(PciDevice device) {
    return devices.stream()
        .filter(known -> known.path("vendor_id").textValue().equals(device.vendor()))
        .filter(known -> known.path("device_id").textValue().equals(device.product()))
        .findFirst()
        .map(ObjectNode::deepCopy);
  }

  private static KnownAccelerators parse(InputStream yaml, String name) {
    var listed = tree(yaml, name).path("pci_devices");
    if (!listed.isArray()) {
      throw invalid(name, "it needs the list pci_devices at the top");
    }
    List<ObjectNode> devices = new ArrayList<>();
    for (var item : listed) {
      if (!item.path("vendor_id").isTextual() || !item.path("device_id").isTextual()) {
        throw invalid(
            name,
            "item %d of pci_devices needs vendor_id and device_id as texts (quote digits)"
                .formatted(devices.size() + 1));
      }
      devices.add((ObjectNode) item);
    }
    return new KnownAccelerators(devices);
  }

  private static JsonNode tree(InputStream yaml, String name) {
    try {
      return StoredJson.tree(new Yaml(new SafeConstructor(new LoaderOptions())).<Object>load(yaml));
    } catch (YAMLException e) {
      throw invalid(name, "it is no YAML: " + e.getMessage());
    }
  }

  private static IllegalArgumentException invalid(String name, String why) {
    return new IllegalArgumentException(
        "assay.inspector.known-accelerators: %s cannot be used, %s".formatted(name, why));
  }
}
