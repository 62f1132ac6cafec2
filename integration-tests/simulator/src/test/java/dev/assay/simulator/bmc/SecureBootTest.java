package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.simulator.hardware.BmcKind;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.PowerState;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SecureBootTest {
  private static final String ON = "{\"SecureBootEnable\": true}";

  @Test
  void is_used_from_the_next_boot_on() throws Exception {
    try (var bmc = new RedfishClient()) {
      var path = path(bmc);
      assertThat(patch(bmc, ON).statusCode()).isEqualTo(200);
      assertThat(bmc.resource(path).path("SecureBootEnable").asBoolean()).isTrue();
      assertThat(bmc.resource(path).path("SecureBootCurrentBoot").asText()).isEqualTo("Disabled");

      bmc.reset("On");
      bmc.awaitPower(PowerState.ON);
      assertThat(bmc.resource(path).path("SecureBootCurrentBoot").asText()).isEqualTo("Enabled");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"SecureBootEnable\": \"yes\"}", "{\"SecureBootMode\": \"x\"}"})
  void refuses(String body) throws Exception {
    try (var bmc = new RedfishClient()) {
      assertThat(patch(bmc, body).statusCode()).isEqualTo(400);
      assertThat(bmc.machine.secureBootWanted()).isFalse();
    }
  }

  @Test
  void is_not_changed_without_an_ETag_by_iLO() throws Exception {
    try (var bmc =
        new RedfishClient(HardwareKind.ONE_U_TWO_SOCKET, plan -> plan.bmcKinds(BmcKind.ILO))) {
      assertThat(patch(bmc, ON).statusCode()).isEqualTo(428);
    }
  }

  private static HttpResponse<String> patch(RedfishClient bmc, String body) throws Exception {
    return bmc.send(bmc.request(path(bmc)).method("PATCH", BodyPublishers.ofString(body)));
  }

  private static String path(RedfishClient bmc) throws Exception {
    return bmc.system().path("SecureBoot").path("@odata.id").asText();
  }
}
