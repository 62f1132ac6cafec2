package dev.assay.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.stack.ApiClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A callback payload of the specification's samples with its setup and expected results
 * (spec/samples/README.md).
 *
 * @param name of the files, without extension
 * @param body as the ramdisk sends it
 * @param expected the file {@code NAME.expected.json}
 */
public record Sample(String name, JsonNode body, JsonNode expected) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads both files of a sample. */
  public static Sample of(String name) {
    return new Sample(name, read(name + ".json"), read(name + ".expected.json"));
  }

  /** The samples of real machines and ramdisks, as opposed to hostile ones. */
  public static Stream<Sample> good() {
    return Stream.of(
            "01-1u-2nic-lldp",
            "02-gpu-many-pci",
            "03-arm64",
            "05-vm-minimal",
            "06-large-64nic-60disk",
            "07-old-ramdisk")
        .map(Sample::of);
  }

  /** The expected status of the post if the setup is as in the sample. */
  public int status() {
    return api().path("status").asInt();
  }

  /** The error message that comes with {@link #status}, if it is an error. */
  public String fault() {
    return api().path("body").path("error_message").path("faultstring").asText();
  }

  /** The expected results of the four default hooks. */
  public JsonNode afterHooks() {
    return expected.path("default_hooks");
  }

  /**
   * Creates the node that the sample needs and brings it to {@code inspect wait}; returns its UUID.
   */
  public String prepare(ApiClient api) {
    var node = new HashMap<String, Object>();
    node.put("driver", "fake-hardware");
    node.put("inspect_interface", "agent");
    node.put("properties", expected.path("setup").path("node").path("properties"));
    var addresses = expected.path("setup").path("bmc_addresses_cached_for_lookup");
    if (!addresses.isEmpty()) {
      node.put("driver_info", Map.of("ipmi_address", addresses.get(0)));
    }
    var uuid = api.createNode(node);
    for (var port : expected.path("setup").path("ports")) {
      api.createPort(uuid, port.path("address").asText());
    }
    api.manage(uuid);
    api.order(uuid, "inspect");
    api.awaitState(uuid, "inspect wait");
    return uuid;
  }

  /** The first address by which a node can be looked up, for samples whose setup has none. */
  public Optional<String> findableAddress() {
    Stream<JsonNode> expectedPorts = afterHooks().path("ports").valueStream();
    return Stream.concat(
            expectedPorts.map(port -> port.path("address").asText()),
            body.path("inventory")
                .path("interfaces")
                .valueStream()
                .map(nic -> nic.path("mac_address").asText())
                .filter(address -> !address.equals("00:00:00:00:00:00")))
        .filter(address -> address.matches("([0-9a-f]{2}:){5}[0-9a-f]{2}"))
        .findFirst();
  }

  /** The addresses of the ports that the node should have afterwards, with {@code pxe_enabled}. */
  public List<String> portsAfterwards() {
    return afterHooks()
        .path("ports")
        .valueStream()
        .map(port -> port.path("address").asText() + " " + port.path("pxe_enabled").asText())
        .sorted()
        .toList();
  }

  @Override
  public String toString() {
    return name;
  }

  private JsonNode api() {
    return expected.path("api").path("base_version_without_discovery");
  }

  private static JsonNode read(String file) {
    try (InputStream stream = Sample.class.getResourceAsStream("/samples/" + file)) {
      return JSON.readTree(Objects.requireNonNull(stream, file));
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }
}
