package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.pipeline.Run;
import dev.assay.storedjson.StoredJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The body of a callback and the result of the reference for it; see the README of the samples. */
record Sample(String name, JsonNode payload, JsonNode expected) {
  static final List<String> NAMES =
      List.of(
          "01-1u-2nic-lldp",
          "02-gpu-many-pci",
          "03-arm64",
          "05-vm-minimal",
          "06-large-64nic-60disk",
          "07-old-ramdisk",
          "h1-error-field",
          "h2-missing-inventory",
          "h3-wrong-types",
          "h4-no-interfaces",
          "h5-only-unusable-interfaces",
          "h6-hostile-lldp",
          "h7-no-architecture",
          "h8-null-mac",
          "h10-bootif-without-type-prefix");

  static Sample of(String name) {
    return new Sample(name, read(name + ".json"), read(name + ".expected.json"));
  }

  static Stream<Sample> all() {
    return NAMES.stream().map(Sample::of);
  }

  /** Those that the reference ran every hook on without an error. */
  static Stream<Sample> withAllHooks() {
    return all()
        .filter(sample -> sample.expected.at("/all_hooks/node_properties").isObject())
        .filter(sample -> sample.expected.at("/all_hooks/error").isNull());
  }

  static JsonNode read(String file) {
    try (var in =
        Objects.requireNonNull(Sample.class.getResourceAsStream("/samples/" + file), file)) {
      return StoredJson.MAPPER.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A run on the node as it was before. */
  Run run() {
    var run =
        Run.of(payload.path("inventory"))
            .pluginData(((ObjectNode) payload.deepCopy()).without("inventory"))
            .properties(expected.at("/setup/node/properties").deepCopy());
    for (var port : expected.at("/setup/ports")) {
      run.port(port.path("address").asText(), port.path("pxe_enabled").asBoolean());
    }
    var disks = expected.at("/setup/previous_inventory_disks");
    if (disks.isArray()) {
      run.previous(StoredJson.object().set("disks", disks));
    }
    return run;
  }

  @Override
  public String toString() {
    return name;
  }
}
