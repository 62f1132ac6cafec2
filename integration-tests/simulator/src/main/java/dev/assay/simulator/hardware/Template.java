package dev.assay.simulator.hardware;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The machines of one kind as JSON with placeholders; the description of this package explains its
 * members.
 */
final class Template {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final Map<HardwareKind, Template> LOADED = new ConcurrentHashMap<>();

  private static final String INTERFACES = "payload/inventory/interfaces";

  /** What the simulator needs, and what every ramdisk sends (spec/ramdisk.md 2, 3.1 and 9). */
  private static final List<String> REQUIRED =
      List.of(
          "bmc/system/Id",
          "bmc/system/Manufacturer",
          "bmc/system/SerialNumber",
          "bmc/manager/Id",
          "bmc/chassis",
          INTERFACES,
          "payload/inventory/cpu",
          "payload/inventory/disks",
          "payload/inventory/memory",
          "payload/inventory/system_vendor",
          "payload/inventory/boot",
          "payload/boot_interface",
          "payload/error");

  /** Several, because each has only one of the choices of a template. */
  private static final int CHECKED_MACHINES = 8;

  private final String file;
  private final JsonNode json;

  private Template(String file, JsonNode json) {
    this.file = file;
    this.json = json;
  }

  /**
   * The template of a kind, such as {@code gpu-server.json}.
   *
   * @throws IllegalStateException if the template is missing or wrong; the message says file and
   *     reason
   */
  static Template of(HardwareKind kind) {
    return LOADED.computeIfAbsent(kind, Template::load);
  }

  private static Template load(HardwareKind kind) {
    var file = kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".json";
    try (var resource = Template.class.getResourceAsStream(file)) {
      if (resource == null) {
        throw new IllegalStateException(file + ": the template is missing");
      }
      return parse(file, new String(resource.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("reading the template " + file, e);
    }
  }

  /**
   * Reads a template and checks it by filling it for some machines.
   *
   * @param file its name, for error messages
   * @throws IllegalStateException if the template is wrong; the message says file and reason
   */
  static Template parse(String file, String text) {
    try {
      var template = new Template(file, JSON.readTree(text));
      template.check();
      return template;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(file + ": " + e.getMessage(), e);
    }
  }

  /**
   * A new copy of one part of the template, filled for one machine.
   *
   * @param path names of members, such as {@code payload/inventory/interfaces}
   */
  JsonNode fill(String path, Identity machine) {
    return find(path, machine).orElseThrow(() -> wrong(path, "is missing"));
  }

  /** As {@link #fill}, of a part that need not be there. */
  Optional<JsonNode> find(String path, Identity machine) {
    var part = json.at("/" + path);
    return part.isMissingNode()
        ? Optional.empty()
        : Optional.of(new Filling(file, json.path("values"), machine).fill(path, part));
  }

  /** As {@link #fill}, of a part that is an object. */
  ObjectNode fillObject(String path, Identity machine) {
    if (fill(path, machine) instanceof ObjectNode object) {
      return object;
    }
    throw wrong(path, "is not an object");
  }

  private void check() {
    for (int index = 0; index < CHECKED_MACHINES; index++) {
      var filled = JSON.createObjectNode();
      for (var part : List.of("bmc", "payload")) {
        filled.set(part, fillObject(part, new Identity(0, index)));
      }
      REQUIRED.forEach(path -> require(path, filled));
      for (int nic = 0; nic < filled.at("/" + INTERFACES).size(); nic++) {
        require("%s/%d/mac_address".formatted(INTERFACES, nic), filled);
      }
    }
  }

  private void require(String path, JsonNode filled) {
    if (filled.at("/" + path).isMissingNode()) {
      throw wrong(path, "is missing");
    }
  }

  private IllegalStateException wrong(String path, String reason) {
    return new IllegalStateException("%s: %s %s".formatted(file, path, reason));
  }
}
