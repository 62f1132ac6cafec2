package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.pipeline.Run;
import dev.assay.conductor.pipeline.Settings;
import dev.assay.hook.KnownPort;
import dev.assay.storedjson.StoredJson;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The result of the reference for a sample with one list of hooks, adapted to the intended
 * deviations of Assay.
 *
 * @param section "default_hooks", "all_hooks" or "all_hooks_add_ports_all"
 */
record Expected(Sample sample, String section) {
  static final List<String> SECTIONS =
      List.of("default_hooks", "all_hooks", "all_hooks_add_ports_all");

  // spotless:off
  /** Every wanted difference in plugin data, with its reason; nothing else may differ. */
  static final List<Deviation> DEVIATIONS = List.of(
      new Deviation("plugin data valid_interfaces.*.is_added is there",
          "hooks.md 5 (rec.): true when this run created the port", Expected::addIsAdded),
      new Deviation("plugin data bmc_address, bmc_v6address are there",
          "hooks.md 21 (rec.): copied when absent and no placeholder", Expected::addBmcAddresses),
      new Deviation("plugin data lldp_status is there",
          "own: what became of the LLDP of each interface; checked by ParseLldpHookTest", Expected::addLldpStatus));
  // spotless:on

  record Deviation(String what, String reason, Applied applied) {}

  interface Applied {
    /** Changes the expected plugin data. */
    void to(ObjectNode pluginData, Expected expected, ObjectNode seen);
  }

  static Stream<Expected> all() {
    return Sample.all().flatMap(s -> SECTIONS.stream().map(section -> new Expected(s, section)));
  }

  /** With the hooks and options of the section, from the state that it started from. */
  Run.Result run() {
    return sample.run().with(Settings.pipeline(hooks(), options()));
  }

  /** As properties of the configuration. */
  Map<String, String> options() {
    var options = new HashMap<String, String>();
    json()
        .path("config")
        .properties()
        .forEach(option -> options.put(name(option.getKey()), value(option.getValue())));
    return options;
  }

  List<String> hooks() {
    return strings(json().path("hooks"));
  }

  boolean reached() {
    return json().path("node_properties").isObject();
  }

  boolean fails() {
    return json().path("error").isObject();
  }

  String error() {
    return json().path("error").path("message").asText();
  }

  JsonNode properties() {
    return json().path("node_properties");
  }

  List<String> ports() {
    return ports(json().path("ports"));
  }

  List<String> pluginDataKeys() {
    return strings(json().path("plugin_data_keys_after_hooks"));
  }

  /** {@code seen} is what came out; only a deviation that is checked elsewhere copies from it. */
  ObjectNode pluginData(ObjectNode seen) {
    ObjectNode data = sample.payload().deepCopy();
    data.remove("inventory");
    data.remove(strings(json().path("plugin_data_removed_keys")));
    data.setAll((ObjectNode) json().path("plugin_data_new_or_changed").deepCopy());
    DEVIATIONS.forEach(deviation -> deviation.applied().to(data, this, seen));
    return data;
  }

  /** Some files have only the names of valid_interfaces, and nothing of the other plugin data. */
  boolean shortened() {
    return json().path("plugin_data_new_or_changed").has("note");
  }

  List<String> validInterfaces() {
    return strings(json().at("/plugin_data_new_or_changed/valid_interfaces"));
  }

  List<String> macs() {
    return strings(json().at("/plugin_data_new_or_changed/macs"));
  }

  private JsonNode json() {
    return sample.expected().path(section);
  }

  private static String name(String option) {
    return "assay.inspector." + option.replace('_', '-');
  }

  private static String value(JsonNode option) {
    return option.isArray() ? String.join(",", strings(option)) : option.asText();
  }

  private static void addIsAdded(ObjectNode data, Expected expected, ObjectNode seen) {
    var before = expected.sample().expected().at("/setup/ports").findValuesAsText("address");
    for (var record : data.path("valid_interfaces")) {
      var mac = record.path("mac_address").asText().toLowerCase(Locale.ROOT);
      ((ObjectNode) record).put("is_added", !before.contains(mac));
    }
  }

  private static void addBmcAddresses(ObjectNode data, Expected expected, ObjectNode seen) {
    for (var key : List.of("bmc_address", "bmc_v6address")) {
      var address = expected.sample().payload().path("inventory").path(key);
      if (address.isTextual() && !List.of("0.0.0.0", "::/0", "::").contains(address.asText())) {
        data.set(key, address);
      }
    }
  }

  private static void addLldpStatus(ObjectNode data, Expected expected, ObjectNode seen) {
    if (expected.hooks().contains("parse-lldp")) {
      data.set("lldp_status", seen.path("lldp_status"));
    }
  }

  static List<String> ports(JsonNode ports) {
    return StreamSupport.stream(ports.spliterator(), false)
        .map(
            port ->
                "%s pxe_enabled=%s extra=%s local_link_connection=%s physical_network=%s"
                    .formatted(
                        port.path("address").asText(),
                        port.path("pxe_enabled").asBoolean(),
                        sorted(port.path("extra")),
                        sorted(port.path("local_link_connection")),
                        port.path("physical_network").asText("null")))
        .sorted()
        .toList();
  }

  static List<String> ports(List<KnownPort> ports) {
    var shown = StoredJson.MAPPER.createArrayNode();
    for (var port : ports) {
      var fields = shown.addObject();
      fields.put("address", port.address().text()).put("pxe_enabled", port.pxeEnabled());
      fields.set("extra", port.extra());
      fields.set("local_link_connection", port.localLinkConnection());
      fields.put("physical_network", port.physicalNetwork());
    }
    return ports(shown);
  }

  private static Map<String, JsonNode> sorted(JsonNode object) {
    var members = new TreeMap<String, JsonNode>();
    object.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
    return members;
  }

  static List<String> strings(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }

  @Override
  public String toString() {
    return sample + ", " + section;
  }
}
