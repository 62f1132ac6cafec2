package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.hook.KnownPort;
import dev.assay.hook.PortPolicy;
import dev.assay.storedjson.StoredJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The default hooks give what the reference gave, but for the deviations listed here. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SamplesTest {
  private final HookPipeline pipeline = Settings.pipeline(Map.of(), Hooks.installed());

  // spotless:off
  /** Every wanted difference, with its reason; nothing else may differ. */
  private static final List<Deviation> DEVIATIONS = List.of(
      new Deviation("plugin data valid_interfaces.*.is_added is there",
          "hooks.md 5 (rec.): true when this run created the port", SamplesTest::withIsAdded),
      new Deviation("plugin data bmc_address, bmc_v6address are there",
          "hooks.md 21 (rec.): copied when absent and no placeholder", SamplesTest::withBmcAddresses));

  /** Failures: the essential part of the reference's text, and what differs around it. */
  private static final Map<String, Refusal> REFUSALS = Map.of(
      // without "Failed to inspect hardware. Reason: " around each level: who shows the text adds it once
      "h1-error-field", new Refusal(ErrorCode.RAMDISK_ERROR, "Ramdisk reported error: The following errors were encountered:\n* collector extra-hardware failed: [Errno 2] No such file or directory: 'hardware-detect'\n* failed to run dmidecode: boom"),
      // (rec.) of the sample: names the field instead of "Unexpected exception AttributeError"
      "h3-wrong-types", new Refusal(ErrorCode.PAYLOAD_UNREADABLE, "inventory.boot is not an object"),
      // all others: "Error in preprocess hook", hooks.md 1.2: the failure is deliberate
      "h4-no-interfaces", new Refusal(ErrorCode.NO_INTERFACES, "Inventory for node <node> is invalid: no valid network interfaces"),
      "h5-only-unusable-interfaces", new Refusal(ErrorCode.NO_USABLE_INTERFACE, "Inventory for node <node> is invalid: no network interfaces match the configuration (add_ports set to \"pxe\")"),
      // the CPU is shown as JSON; and nothing is kept, where the reference keeps the port (design 2.5)
      "h7-no-architecture", new Refusal(ErrorCode.NO_ARCHITECTURE, "Inventory for node <node> is invalid: Inventory has malformed or missing CPU architecture information: "),
      "h8-null-mac", new Refusal(ErrorCode.NO_INTERFACES, "Inventory for node <node> is invalid: no valid network interfaces"),
      "h10-bootif-without-type-prefix", new Refusal(ErrorCode.NO_USABLE_INTERFACE, "Inventory for node <node> is invalid: no network interfaces match the configuration (add_ports set to \"pxe\")"));
  // spotless:on

  private record Deviation(String what, String reason, Applied applied) {}

  private record Refusal(ErrorCode code, String essential) {}

  private interface Applied {
    /** Changes the expected plugin data. */
    void to(ObjectNode expected, Sample sample);
  }

  static Stream<Sample> accepted() {
    return Sample.all()
        .filter(sample -> sample.expected().at("/default_hooks/node_properties").isObject())
        .filter(sample -> sample.expected().at("/default_hooks/error").isNull());
  }

  static Stream<Sample> refused() {
    return Sample.all().filter(sample -> sample.expected().at("/default_hooks/error").isObject());
  }

  @Test
  void every_sample_is_accepted_refused_or_not_reached() {
    assertThat(Stream.concat(accepted(), refused()).map(Sample::name))
        .containsExactlyInAnyOrderElementsOf(
            Sample.NAMES.stream().filter(name -> !name.equals("h2-missing-inventory")).toList());
    assertThat(refused().map(Sample::name)).containsExactlyInAnyOrderElementsOf(REFUSALS.keySet());
    assertThat(pipeline.names())
        .isEqualTo(strings(Sample.of("03-arm64").expected().at("/default_hooks/hooks")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("accepted")
  void gives_properties_ports_and_plugin_data_of_the_reference(Sample sample) {
    var expected = sample.expected().path("default_hooks");
    var result = sample.run().with(pipeline);

    assertThat(result.outcome()).isInstanceOf(HookOutcome.Done.class);
    assertThat(result.changes().properties()).isEqualTo(expected.path("node_properties"));
    assertThat(ports(result.changes().ports())).isEqualTo(ports(expected.path("ports")));
    assertThat(result.changes().pluginData()).isEqualTo(expectedPluginData(sample));
    assertThat(strings(expected.path("plugin_data_keys_after_hooks")))
        .isSubsetOf(List.copyOf(keys(result.changes().pluginData())));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void fails_with_the_essential_text_of_the_reference(Sample sample) {
    var result = sample.run().with(pipeline);
    var refusal = Objects.requireNonNull(REFUSALS.get(sample.name()));

    assertThat(result.outcome()).isInstanceOf(HookOutcome.Failed.class);
    var failed = (HookOutcome.Failed) result.outcome();
    assertThat(failed.code()).isEqualTo(refusal.code());
    assertThat(failed.sentence())
        .contains(refusal.essential().replace("<node>", Run.NODE.toString()));
    if (!sample.name().equals("h3-wrong-types")) {
      assertThat(sample.expected().at("/default_hooks/error/message").asText())
          .contains(refusal.essential());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.assay.conductor.hook.Sample#all")
  void leaves_the_inventory_as_it_was_sent(Sample sample) {
    var before = sample.payload().deepCopy();
    sample.run().with(pipeline);

    assertThat(sample.payload()).isEqualTo(before);
  }

  static Stream<JsonNode> matrix() {
    return StreamSupport.stream(
        Sample.read("ports-matrix.json").path("cases").spliterator(), false);
  }

  @ParameterizedTest(name = "case {index}")
  @MethodSource("matrix")
  void leaves_the_ports_of_the_matrix(JsonNode row) {
    var policy =
        new PortPolicy(
            PortPolicy.Add.valueOf(row.path("add_ports").asText().toUpperCase(Locale.ROOT)),
            PortPolicy.Keep.valueOf(row.path("keep_ports").asText().toUpperCase(Locale.ROOT)),
            row.path("update_pxe_enabled").asBoolean());
    var result =
        Sample.of(row.path("sample").asText())
            .run()
            .policy(policy)
            .with(new ValidateInterfacesHook(), new PortsHook(), new ArchitectureHook());

    assertThat(row.path("error").isNull()).isTrue();
    assertThat(result.outcome()).isInstanceOf(HookOutcome.Done.class);
    assertThat(ports(result.changes().ports())).isEqualTo(ports(row.path("ports")));
    assertThat(keys(result.seen().pluginData("valid_interfaces")))
        .containsExactlyInAnyOrderElementsOf(strings(row.path("valid_interfaces")));
  }

  @Test
  void every_deviation_has_a_reason() {
    assertThat(DEVIATIONS).allSatisfy(deviation -> assertThat(deviation.reason()).contains("rec."));
  }

  private static ObjectNode expectedPluginData(Sample sample) {
    var expected = ((ObjectNode) sample.payload().deepCopy()).without("inventory");
    var data = (ObjectNode) expected;
    data.setAll(
        (ObjectNode) sample.expected().at("/default_hooks/plugin_data_new_or_changed").deepCopy());
    DEVIATIONS.forEach(deviation -> deviation.applied().to(data, sample));
    return data;
  }

  private static void withIsAdded(ObjectNode expected, Sample sample) {
    var before = strings(sample.expected().at("/setup/ports"), "address");
    for (var record : expected.path("valid_interfaces")) {
      var mac = record.path("mac_address").asText().toLowerCase(Locale.ROOT);
      ((ObjectNode) record).put("is_added", !before.contains(mac));
    }
  }

  private static void withBmcAddresses(ObjectNode expected, Sample sample) {
    for (var key : List.of("bmc_address", "bmc_v6address")) {
      var address = sample.payload().path("inventory").path(key);
      if (address.isTextual() && !List.of("0.0.0.0", "::/0", "::").contains(address.asText())) {
        expected.set(key, address);
      }
    }
  }

  private static List<String> ports(JsonNode ports) {
    return StreamSupport.stream(ports.spliterator(), false)
        .map(
            port ->
                port(
                    port.path("address").asText(),
                    port.path("pxe_enabled").asBoolean(),
                    port.path("extra")))
        .sorted()
        .toList();
  }

  private static List<String> ports(List<KnownPort> ports) {
    return ports.stream()
        .map(port -> port(port.address().text(), port.pxeEnabled(), port.extra()))
        .sorted(Comparator.naturalOrder())
        .toList();
  }

  private static String port(String address, boolean pxeEnabled, JsonNode extra) {
    return "%s pxe_enabled=%s extra=%s".formatted(address, pxeEnabled, StoredJson.write(extra));
  }

  private static List<String> keys(JsonNode object) {
    var names = new ArrayList<String>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static List<String> strings(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }

  private static List<String> strings(JsonNode array, String field) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(item -> item.path(field).asText())
        .toList();
  }
}
