package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Run;
import dev.assay.hook.InspectionHook;
import dev.assay.hook.KnownPort;
import dev.assay.hook.PortPolicy;
import dev.assay.id.MacAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Source of the tables: hooks.md 14. */
class LocalLinkConnectionHookTest extends BuiltInHookContract {
  private static final String MAC = "52:54:00:aa:bb:01";
  private static final String OTHER = "52:54:00:aa:bb:02";

  @Override
  protected InspectionHook hook() {
    return new LocalLinkConnectionHook();
  }

  @ParameterizedTest(name = "{0} on {1} gives {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // the rows of the spec; the last one is as recommended, the reference leaves the port alone
        "[1,'04444ca89a0102'],[2,'0545746831'],[5,'746f72'] | {} | {'switch_id':'44:4c:a8:9a:01:02','port_id':'Eth1','switch_info':'tor'}",
        "[1,'04444ca89a0102'],[2,'0545746831'],[5,'746f72'] | {'switch_id':'X'} | {'switch_id':'X','port_id':'Eth1','switch_info':'tor'}",
        "[1,'07726f7574657231'],[2,'03444ca89a0103'] | {} | {'port_id':'44:4c:a8:9a:01:03'}",
        "[2,'0661'],[1,'04444ca89a0102'] | {} | {'switch_id':'44:4c:a8:9a:01:02'}",
        "[2,'0561'],[2,'0562'] | {} | {'port_id':'b'}",
        "[1,'04444ca89a0102'],[2,'zz'] | {} | {'switch_id':'44:4c:a8:9a:01:02'}",
        // each subtype of the port
        "[2,'0161'] | {} | {'port_id':'a'}",
        "[2,'0261'] | {} | {'port_id':'a'}",
        "[2,'0401c000020f'] | {} | {'port_id':'192.0.2.15'}",
        "[2,'0499aa'] | {} | {}",
        "[2,'0761'] | {} | {'port_id':'a'}",
        "[2,'0561'],[2,'0661'] | {} | {'port_id':'a'}",
        // other chassis, empty name, nothing
        "[1,'0501c000020f'],[1,'0744:4c'] | {} | {}",
        "[1,'04444ca89a0102'],[1,'07726f7574657231'] | {} | {'switch_id':'44:4c:a8:9a:01:02'}",
        "[5,''] | {'port_id':null} | {'port_id':null,'switch_info':''}",
        "[5,'746f7200'] | {} | {'switch_info':'tor'}",
        "[0,''] | {'hostname':'h'} | {'hostname':'h'}",
        "`` | {'hostname':'h'} | {'hostname':'h'}"
      })
  void completes_what_is_known_of_the_switch(String tlvs, String before, String after) {
    var result = on(MAC, "[%s]".formatted(tlvs)).port(port(MAC, before)).with(hooks());

    assertThat(links(result)).isEqualTo(Map.of(MAC, Run.json(after)));
    assertThat(result.changes().updatedPorts()).hasSize(before.equals(after) ? 0 : 1);
  }

  @Test
  void finds_the_port_of_an_address_in_upper_case() {
    var result = on("52:54:00:AA:BB:01", "[[5,'61']]").port(port(MAC, "{}")).with(hooks());

    assertThat(links(result)).isEqualTo(Map.of(MAC, Run.json("{'switch_info':'a'}")));
  }

  @Test
  void leaves_other_ports_alone() {
    var result = on(MAC, "[[5,'61']]").foreign(MAC).port(port(OTHER, "{}")).with(hooks());

    assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(links(result)).isEqualTo(Map.of(OTHER, Run.json("{}")));
  }

  @Test
  void completes_ports_that_were_just_made() {
    var result =
        on(MAC, "[[5,'61']]")
            .policy(PortPolicy.Add.ALL, PortPolicy.Keep.ALL)
            .with(new ValidateInterfacesHook(), new PortsHook(), hook());

    assertThat(result.changes().addedPorts())
        .singleElement()
        .extracting(port -> port.path("local_link_connection"))
        .isEqualTo(Run.json("{'switch_info':'a'}"));
  }

  @Test
  void takes_the_parent_before_its_VLAN() {
    var result =
        Run.of(
                "{'interfaces':[{'name':'e0','mac_address':'%s'},{'name':'e0.5','mac_address':'%s'}]}"
                    .formatted(MAC, MAC))
            .pluginData(Run.json("{'lldp_raw':{'e0':[[5,'61']],'e0.5':[[5,'62'],[2,'0562']]}}"))
            .port(port(MAC, "{}"))
            .with(hooks());

    assertThat(links(result)).isEqualTo(Map.of(MAC, Run.json("{'switch_info':'a','port_id':'b'}")));
  }

  @ParameterizedTest(name = "{0} and then {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[[5,'61']] | null              | {'switch_info':'a'}",
        "null       | [[5,'61']]        | {'switch_info':'a'}",
        "[[5,'61']] | []                | {'switch_info':'a'}",
        "[[5,'61']] | [[5,'62'],[2,'0562']] | {'switch_info':'a','port_id':'b'}"
      })
  void looks_at_every_record_of_an_interface_that_is_reported_twice(
      String first, String second, String link) {
    var record = "{'name':'e0','mac_address':'%s','lldp':%s}";
    var result =
        Run.of(
                "{'interfaces':[%s,%s]}"
                    .formatted(record.formatted(MAC, first), record.formatted(MAC, second)))
            .port(port(MAC, "{}"))
            .with(hooks());

    assertThat(links(result)).isEqualTo(Map.of(MAC, Run.json(link)));
    assertThat(warnings(result)).isEmpty();
  }

  @Test
  void finds_the_ports_of_two_addresses_under_one_name() {
    var record = "{'name':'e0','mac_address':'%s','lldp':[[5,'%s']]}";
    var result =
        Run.of(
                "{'interfaces':[%s,%s]}"
                    .formatted(record.formatted(MAC, "61"), record.formatted(OTHER, "62")))
            .port(port(MAC, "{}"))
            .port(port(OTHER, "{}"))
            .with(hooks());

    assertThat(links(result))
        .isEqualTo(
            Map.of(MAC, Run.json("{'switch_info':'a'}"), OTHER, Run.json("{'switch_info':'b'}")));
  }

  @Test
  void warns_of_what_would_have_said_where_the_port_is_plugged_in_only() {
    var result =
        on(MAC, "[[1,'0411'],[4,'zz'],[127,'00'],[2,'0561']]").port(port(MAC, "{}")).with(hooks());

    assertThat(warnings(result))
        .containsExactly(
            "Interface e0: LLDP TLV 1 is ignored: chassis ID is too short (1 of 6 bytes).");
    assertThat(links(result)).isEqualTo(Map.of(MAC, Run.json("{'port_id':'a'}")));
  }

  @Test
  void warns_when_nothing_was_collected() {
    var result = on(MAC, "null").port(port(MAC, "{'port_id':'a'}")).with(hooks());

    assertThat(warnings(result)).singleElement().asString().contains("interfaces e0:");
    assertThat(result.changes().updatedPorts()).isEmpty();
  }

  static Stream<Sample> with_ports() {
    return Sample.all()
        .filter(sample -> sample.expected().at("/all_hooks/ports").isArray())
        .filter(sample -> sample.expected().at("/all_hooks/error").isNull());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("with_ports")
  void gives_what_the_reference_gives_of_the_samples(Sample sample) {
    var result = sample.run().with(new ValidateInterfacesHook(), new PortsHook(), hook());

    assertThat(links(result)).isEqualTo(links(sample.expected().at("/all_hooks/ports")));
  }

  @Test
  void is_not_failed_by_a_hostile_switch() {
    var sample = Sample.of("h6-hostile-lldp");
    var result = sample.run().with(new ValidateInterfacesHook(), new PortsHook(), hook());

    assertThat(links(result))
        .isEqualTo(links(sample.expected().at("/recommended/all_hooks/ports")));
  }

  private static Run on(String mac, String lldp) {
    return Run.of(
        "{'interfaces':[{'name':'e0','mac_address':'%s','lldp':%s}]}".formatted(mac, lldp));
  }

  private static KnownPort port(String mac, String connection) {
    return KnownPort.found(MacAddress.of(mac), false)
        .withLocalLinkConnection((ObjectNode) Run.json(connection));
  }

  private static InspectionHook[] hooks() {
    return new InspectionHook[] {new ValidateInterfacesHook(), new LocalLinkConnectionHook()};
  }

  private static List<String> warnings(Run.Result result) {
    return result.outcome().trace().hooks().getLast().warnings();
  }

  private static Map<String, JsonNode> links(Run.Result result) {
    Map<String, JsonNode> links = new TreeMap<>();
    result
        .changes()
        .ports()
        .forEach(port -> links.put(port.address().text(), port.localLinkConnection()));
    return links;
  }

  private static Map<String, JsonNode> links(JsonNode ports) {
    Map<String, JsonNode> links = new TreeMap<>();
    ports.forEach(
        port -> links.put(port.path("address").asText(), port.path("local_link_connection")));
    return links;
  }
}
