package dev.assay.redfish.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.redfish.client.RedfishTransport.Credential;
import org.junit.jupiter.api.Test;

class CredentialTest {
  @Test
  void is_not_shown() {
    assertThat(new Credential("X-Auth-Token", "calvin-5ecret")).hasToString("X-Auth-Token: ******");
  }
}
