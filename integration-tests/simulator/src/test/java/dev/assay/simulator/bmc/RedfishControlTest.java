package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.simulator.machine.BootOverride;
import dev.assay.simulator.machine.BootOverride.Enabled;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.Misbehaviour;
import dev.assay.simulator.machine.PowerState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RedfishControlTest {
  private final RedfishClient bmc = new RedfishClient();
  private final Machine machine = bmc.machine;

  @AfterEach
  void close() {
    bmc.close();
  }

  @Nested
  class The_boot_override {
    private static final String ONCE =
        """
        {"Boot": {"BootSourceOverrideTarget": "Pxe", "BootSourceOverrideEnabled": "Once"}}
        """;

    @Test
    void is_changed_when_the_ETag_matches() throws Exception {
      var etag = bmc.get(machine.systemPath()).headers().firstValue("ETag").orElseThrow();

      var answer = bmc.patch(ONCE, etag);

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(machine.bootOverride()).isEqualTo(BootOverride.pxe(Enabled.ONCE));
      assertThat(answer.headers().firstValue("ETag")).isPresent().get().isNotEqualTo(etag);
    }

    @Test
    void stays_when_the_ETag_is_old() throws Exception {
      var etag = bmc.get(machine.systemPath()).headers().firstValue("ETag").orElseThrow();
      machine.overrideBoot(BootOverride.NONE);

      var answer = bmc.patch(ONCE, etag);

      assertThat(answer.statusCode()).isEqualTo(412);
      assertThat(machine.bootOverride()).isEqualTo(BootOverride.NONE);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "{\"Boot\": {\"BootSourceOverrideTarget\": \"Floppy\"}} | PropertyValueNotInList",
          "{\"Boot\": {\"BootSourceOverrideEnabled\": 1}} | PropertyValueNotInList",
          "{\"Boot\": {\"BootSourceOverrideMode\": \"UEFI\", \"Else\": 1}} | PropertyUnknown",
          "{\"PowerState\": \"On\"} | PropertyNotWritable",
          "{\"Else\": 1} | PropertyUnknown",
          "{} | PropertyMissing",
          "[] | MalformedJSON",
          "{\"Boot\" | MalformedJSON",
        })
    void stays_when_the_request_is_bad(String body, String message) throws Exception {
      var answer = bmc.patch(body, "*");

      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(RedfishClient.messageId(answer)).endsWith(message);
      assertThat(machine.bootOverride()).isEqualTo(BootOverride.NONE);
    }

    @Test
    void for_one_boot_is_gone_afterwards_and_a_continuous_one_is_not() throws Exception {
      bmc.patch(ONCE, "*");
      bmc.reset("On");
      bmc.awaitPower(PowerState.ON);
      await().untilAsserted(() -> assertThat(machine.bootOverride()).isEqualTo(BootOverride.NONE));

      bmc.patch(ONCE.replace("Once", "Continuous"), "*");
      bmc.reset("ForceRestart");
      await().until(() -> machine.counters().powerOns() == 2);
      assertThat(machine.bootOverride()).isEqualTo(BootOverride.pxe(Enabled.CONTINUOUS));
    }
  }

  @Nested
  class The_power {
    @Test
    void goes_on_and_off_by_way_of_transitions() throws Exception {
      assertThat(bmc.reset("On").statusCode()).isEqualTo(204);
      assertThat(machine.powerState()).isIn(PowerState.POWERING_ON, PowerState.ON);
      bmc.awaitPower(PowerState.ON);
      assertThat(RedfishClient.json(bmc.get(machine.systemPath())).path("PowerState").asText())
          .isEqualTo("On");

      assertThat(bmc.reset("GracefulShutdown").statusCode()).isEqualTo(204);
      assertThat(machine.powerState()).isIn(PowerState.POWERING_OFF, PowerState.OFF);
      bmc.awaitPower(PowerState.OFF);
    }

    @Test
    void that_is_where_it_should_go_stays() throws Exception {
      assertThat(bmc.reset("ForceOff").statusCode()).isEqualTo(204);
      assertThat(machine.powerState()).isEqualTo(PowerState.OFF);
      assertThat(machine.counters().powerOns()).isZero();
    }

    @Test
    void can_be_cut_while_it_goes_on() throws Exception {
      bmc.reset("On");
      assertThat(bmc.reset("ForceOff").statusCode()).isEqualTo(204);
      bmc.awaitPower(PowerState.OFF);
      assertThat(machine.counters().powerOns()).isZero();
    }

    @Test
    void stays_on_when_its_operating_system_ignores_the_shutdown() throws Exception {
      bmc.reset("On");
      bmc.awaitPower(PowerState.ON);
      machine.misbehave(new Misbehaviour.IgnoresShutdown());

      assertThat(bmc.reset("GracefulShutdown").statusCode()).isEqualTo(204);
      assertThat(machine.powerState()).isEqualTo(PowerState.ON);
      bmc.reset("ForceOff");
      bmc.awaitPower(PowerState.OFF);
    }

    @Test
    void cannot_be_restarted_while_off() throws Exception {
      var answer = bmc.reset("ForceRestart");

      assertThat(answer.statusCode()).isEqualTo(409);
      assertThat(RedfishClient.messageId(answer)).endsWith("ResourceInStandby");
    }

    @Test
    void cannot_go_on_while_it_goes_off() throws Exception {
      bmc.reset("On");
      bmc.awaitPower(PowerState.ON);
      bmc.reset("ForceOff");
      var answer = bmc.reset("On");

      assertThat(answer.statusCode()).isEqualTo(409);
      assertThat(RedfishClient.messageId(answer)).endsWith("ResourceInUse");
    }

    @Test
    void knows_no_other_reset_type() throws Exception {
      assertThat(RedfishClient.messageId(bmc.reset("Explode")))
          .endsWith("ActionParameterValueNotInList");
      assertThat(RedfishClient.messageId(bmc.action("{}"))).endsWith("ActionParameterMissing");
      assertThat(RedfishClient.messageId(bmc.action("On"))).endsWith("MalformedJSON");
    }
  }
}
