package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.pipeline.Hooks;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Run;
import dev.assay.conductor.pipeline.Settings;
import dev.assay.error.ErrorCode;
import dev.assay.hook.PortPolicy;
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

/**
 * Default hooks and all hooks give the results of the reference, except for the listed deviations.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SamplesTest {
  // spotless:off
  /** Failures: the essential part of the reference's text, and what differs around it. */
  private static final Map<String, Refusal> REFUSALS = Map.of(
      // without "Failed to inspect hardware. Reason: " around each level: who shows the text adds it once
      "h1-error-field", new Refusal(ErrorCode.RAMDISK_ERROR, "Ramdisk reported error: The following errors were encountered:\n* collector extra-hardware failed: [Errno 2] No such file or directory: 'hardware-detect'\n* failed to run dmidecode: boom"),
      // (rec.) of the sample: names the field instead of "Unexpected exception AttributeError"
      "h3-wrong-types", new Refusal(ErrorCode.PAYLOAD_UNREADABLE, "inventory.boot is not an object"),
      // all others: "Error in preprocess hook", hooks.md 1.2: the failure is deliberate
      "h4-no-interfaces", new Refusal(ErrorCode.NO_INTERFACES, "Inventory for node <node> is invalid: no valid network interfaces"),
      "h5-only-unusable-interfaces", new Refusal(ErrorCode.NO_USABLE_INTERFACE, "Inventory for node <node> is invalid: no network interfaces match the configuration (add_ports set to "),
      // the CPU is shown as JSON; and nothing is kept, where the reference keeps the port (invariant 5)
      "h7-no-architecture", new Refusal(ErrorCode.NO_ARCHITECTURE, "Inventory for node <node> is invalid: Inventory has malformed or missing CPU architecture information: "),
      "h8-null-mac", new Refusal(ErrorCode.NO_INTERFACES, "Inventory for node <node> is invalid: no valid network interfaces"),
      "h10-bootif-without-type-prefix", new Refusal(ErrorCode.NO_USABLE_INTERFACE, "Inventory for node <node> is invalid: no network interfaces match the configuration (add_ports set to \"pxe\")"));
  // spotless:on

  /** Its malformed TLVs fail the reference; (rec.) of the sample: they are skipped. */
  private static final String HOSTILE = "h6-hostile-lldp";

  private record Refusal(ErrorCode code, String essential) {}

  static Stream<Expected> accepted() {
    return Expected.all().filter(Expected::reached).filter(expected -> !expected.fails());
  }

  static Stream<Expected> refused() {
    return Expected.all()
        .filter(Expected::fails)
        .filter(expected -> !expected.sample().name().equals(HOSTILE));
  }

  static Stream<Expected> hostile() {
    return Expected.all()
        .filter(Expected::fails)
        .filter(expected -> expected.sample().name().equals(HOSTILE));
  }

  @Test
  void every_sample_is_accepted_refused_or_not_reached() {
    assertThat(
            Stream.of(accepted(), refused(), hostile())
                .flatMap(cases -> cases)
                .map(Expected::toString))
        .containsExactlyInAnyOrderElementsOf(
            Expected.all()
                .filter(expected -> !expected.sample().name().equals("h2-missing-inventory"))
                .map(Expected::toString)
                .toList());
    assertThat(refused().map(expected -> expected.sample().name()).distinct())
        .containsExactlyInAnyOrderElementsOf(REFUSALS.keySet());
  }

  @Test
  void the_lists_are_the_default_one_and_all_hooks_of_the_reference() {
    var sample = Sample.of("03-arm64");

    assertThat(Settings.pipeline(Map.of(), Hooks.installed()).names())
        .isEqualTo(new Expected(sample, "default_hooks").hooks());
    assertThat(Hooks.installed().names())
        .as("Ironic's hooks; Assay may have more")
        .containsAll(new Expected(sample, "all_hooks").hooks());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("accepted")
  void gives_properties_ports_and_plugin_data_of_the_reference(Expected expected) {
    var result = expected.run();

    assertThat(result.outcome()).as(result.sentence()).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(result.changes().properties()).isEqualTo(expected.properties());
    assertThat(Expected.ports(result.changes().ports())).isEqualTo(expected.ports());
    assertPluginData(result.changes().pluginData(), expected);
  }

  private static void assertPluginData(ObjectNode seen, Expected expected) {
    assertThat(expected.pluginDataKeys()).isSubsetOf(keys(seen));
    if (expected.shortened()) {
      assertThat(keys(seen.path("valid_interfaces")))
          .containsExactlyInAnyOrderElementsOf(expected.validInterfaces());
      assertThat(Expected.strings(seen.path("macs"))).isEqualTo(expected.macs());
    } else {
      assertThat(seen).isEqualTo(expected.pluginData(seen));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void fails_with_the_essential_text_of_the_reference(Expected expected) {
    var result = expected.run();
    var refusal = Objects.requireNonNull(REFUSALS.get(expected.sample().name()));

    assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Failed.class);
    var failed = (PipelineOutcome.Failed) result.outcome();
    assertThat(failed.code()).isEqualTo(refusal.code());
    assertThat(failed.sentence())
        .contains(refusal.essential().replace("<node>", Run.NODE.toString()));
    if (!expected.sample().name().equals("h3-wrong-types")) {
      assertThat(expected.error()).contains(refusal.essential());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostile")
  void skips_malformed_lldp_as_recommended(Expected expected) {
    var result = expected.run();
    var recommended = expected.sample().expected().path("recommended");

    assertThat(result.outcome()).as(result.sentence()).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(result.seen().pluginData("parsed_lldp")).isEqualTo(recommended.path("parsed_lldp"));
    assertThat(result.changes().properties())
        .isEqualTo(recommended.at("/all_hooks/node_properties"));
    if (expected.section().equals("all_hooks")) {
      assertThat(Expected.ports(result.changes().ports()))
          .isEqualTo(Expected.ports(recommended.at("/all_hooks/ports")));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.assay.conductor.hook.Expected#all")
  void leaves_the_inventory_as_it_was_sent(Expected expected) {
    var before = expected.sample().payload().deepCopy();
    expected.run();

    assertThat(expected.sample().payload()).isEqualTo(before);
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
    assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(withoutNetwork(Expected.ports(result.changes().ports())))
        .isEqualTo(withoutNetwork(Expected.ports(row.path("ports"))));
    assertThat(keys(result.seen().pluginData("valid_interfaces")))
        .containsExactlyInAnyOrderElementsOf(Expected.strings(row.path("valid_interfaces")));
  }

  @Test
  void every_deviation_has_a_reason() {
    assertThat(Expected.DEVIATIONS)
        .allSatisfy(deviation -> assertThat(deviation.reason()).containsPattern("rec\\.|own:"));
  }

  /** The matrix has no switches and networks. */
  private static List<String> withoutNetwork(List<String> ports) {
    return ports.stream().map(port -> port.replaceAll(" local_link.*", "")).toList();
  }

  private static List<String> keys(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).toList();
  }
}
