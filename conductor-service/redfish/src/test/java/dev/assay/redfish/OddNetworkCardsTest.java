package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.error.ErrorCode;
import dev.assay.id.MacAddress;
import dev.assay.redfish.StubBmc.Reply;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Network cards as real BMCs report them. Source: DSP0268 EthernetInterface. */
class OddNetworkCardsTest extends OddBmc {
  private static final String CARDS = StubBmc.SYSTEM + "/EthernetInterfaces";

  @Test
  void are_none_when_the_system_has_no_collection_or_it_is_not_there() {
    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':'On'}"));
    assertThat(macs()).isEmpty();

    stub.on(GET_SYSTEM, system()).on("GET " + CARDS, Reply.status(404));
    assertThat(macs()).isEmpty();

    stub.on("GET " + CARDS, Reply.ok("{'Members':[]}"));
    assertThat(macs()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      nullValues = "-",
      value = {
        "{'MACAddress':'52:54:00:AA:00:01'} | 52:54:00:aa:00:01",
        "{'MACAddress':'52:54:00:aa:00:01','PermanentMACAddress':'52:54:00:aa:00:02'} | 52:54:00:aa:00:02",
        "{'MACAddress':'52:54:00:aa:00:01','PermanentMACAddress':''} | 52:54:00:aa:00:01",
        "{'MACAddress':'52:54:00:aa:00:01','Status':{'State':'Enabled'}} | 52:54:00:aa:00:01",
        "{'MACAddress':'52:54:00:aa:00:01','Status':{'State':null}} | 52:54:00:aa:00:01",
        "{'MACAddress':'52:54:00:aa:00:01','Status':{'State':'Disabled'}} | -",
        "{'MACAddress':'52:54:00:aa:00:01','Status':{'State':'Absent'}} | -",
        "{'MACAddress':'52:54:00:aa:00:01','PermanentMACAddress':'N/A'} | 52:54:00:aa:00:01",
        "{'MACAddress':'52:54:00:aa:00:01','PermanentMACAddress':'00:00:00:00:00:00'} | 52:54:00:aa:00:01",
        "{'MACAddress':'00:00:00:00:00:00'} | -",
        "{'MACAddress':'ff:ff:ff:ff:ff:ff'} | -",
        "{'MACAddress':'01:00:5e:00:00:01'} | -",
        "{'MACAddress':'not a MAC'} | -",
        "{'MACAddress':null} | -",
        "{} | -",
      })
  void count_when_they_are_enabled_and_have_an_address(String card, String address) {
    stub.on(GET_SYSTEM, system())
        .on("GET " + CARDS, members(1))
        .on("GET " + CARDS + "/1", Reply.ok(card));

    assertThat(macs()).isEqualTo(address == null ? List.of() : List.of(address));
  }

  @Test
  void count_once_and_those_that_are_gone_are_left_out() {
    stub.on(GET_SYSTEM, system())
        .on("GET " + CARDS, members(3))
        .on("GET " + CARDS + "/1", Reply.ok("{'MACAddress':'52:54:00:aa:00:01'}"))
        .on("GET " + CARDS + "/2", Reply.status(404))
        .on("GET " + CARDS + "/3", Reply.ok("{'MACAddress':'52:54:00:aa:00:01'}"));

    assertThat(macs()).containsExactly("52:54:00:aa:00:01");
  }

  @Test
  void of_another_host_are_not_asked_for() {
    stub.on(GET_SYSTEM, Reply.ok("{'EthernetInterfaces':{'@odata.id':'http://127.0.0.2/x'}}"));

    fails(() -> driver.macAddresses(stub.bmc()), ErrorCode.BMC_ANSWER_UNUSABLE, "not its own");
  }

  @Test
  void that_cannot_be_read_are_left_out() {
    stub.on(GET_SYSTEM, system())
        .on("GET " + CARDS, members(5))
        .on("GET " + CARDS + "/1", Reply.ok("{'MACAddress':'52:54:00:aa:00:01'}"))
        .on("GET " + CARDS + "/2", Reply.status(500))
        .on("GET " + CARDS + "/3", Reply.status(403))
        .on("GET " + CARDS + "/4", Reply.ok("<html>"))
        .on("GET " + CARDS + "/5", Reply.ok("{'MACAddress':'52:54:00:aa:00:05'}"));

    assertThat(macs()).containsExactly("52:54:00:aa:00:01", "52:54:00:aa:00:05");
  }

  @Test
  void of_which_none_can_be_read_are_a_failure() {
    stub.on(GET_SYSTEM, system())
        .on("GET " + CARDS, members(2))
        .on("GET " + CARDS + "/1", Reply.status(500))
        .on("GET " + CARDS + "/2", Reply.status(500));

    fails(this::macs, ErrorCode.BMC_ANSWER_UNUSABLE, CARDS + "/1 with HTTP 500");
  }

  @Test
  void are_not_asked_for_on_and_on_when_the_bmc_refuses_them() {
    stub.on(GET_SYSTEM, system())
        .on("GET " + CARDS, members(20))
        .on("GET " + CARDS + "/1", Reply.ok("{'MACAddress':'52:54:00:aa:00:01'}"));
    IntStream.rangeClosed(2, 20)
        .forEach(number -> stub.on("GET " + CARDS + "/" + number, Reply.status(403)));

    fails(this::macs, ErrorCode.BMC_REFUSED, "HTTP 403");
    assertThat(stub.requests())
        .filteredOn(request -> request.startsWith("GET " + CARDS + "/"))
        .hasSize(5);
  }

  @Test
  void are_not_known_when_the_bmc_answers_no_more() {
    stub.on(GET_SYSTEM, system())
        .on("GET " + CARDS, members(2))
        .on("GET " + CARDS + "/1", Reply.ok("{'MACAddress':'52:54:00:aa:00:01'}"))
        .on("GET " + CARDS + "/2", Reply.status(503));

    fails(this::macs, ErrorCode.BMC_UNREACHABLE, "busy");
  }

  private List<String> macs() {
    return driver.macAddresses(stub.bmc()).stream().map(MacAddress::text).toList();
  }

  private static Reply system() {
    return Reply.ok("{'EthernetInterfaces':{'@odata.id':'%s'}}".formatted(CARDS));
  }

  private static Reply members(int count) {
    var links =
        IntStream.rangeClosed(1, count)
            .mapToObj(number -> "{'@odata.id':'%s/%d'}".formatted(CARDS, number))
            .toList();
    return Reply.ok("{'Members':%s}".formatted(links));
  }
}
