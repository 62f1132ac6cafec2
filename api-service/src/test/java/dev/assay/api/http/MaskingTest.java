package dev.assay.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.secret.SecretKeys;
import dev.assay.storedjson.StoredJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskingTest {
  @ParameterizedTest(name = "{0}: driver {1}, internal {2}, instance {3}")
  @CsvSource({
    "redfish_password,    true,  true,  true",
    "PASSWORD,            true,  true,  true",
    "agent_secret_token,  true,  true,  true",
    "adminPass,           true,  true,  true",
    "snmp_auth_key,       true,  false, false",
    "snmp_priv_key,       true,  false, false",
    "image_url,           false, false, true",
    "configdrive,         true,  true,  true",
    "redfish_username,    false, false, false",
    "deploy_kernel,       false, false, false",
  })
  void hides_what_the_list_says(String key, boolean driver, boolean internal, boolean instance) {
    var info = StoredJson.object();
    info.putArray("list").addObject().put(key, "value");
    assertThat(Masking.masked(info, SecretKeys.DRIVER_INFO).toString().contains(Masking.MASK))
        .isEqualTo(driver);
    assertThat(Masking.masked(info, SecretKeys.INTERNAL_INFO).toString().contains(Masking.MASK))
        .isEqualTo(internal);
    assertThat(Masking.masked(info, SecretKeys.INSTANCE_INFO).toString().contains(Masking.MASK))
        .isEqualTo(instance);
    assertThat(info.toString()).contains("value");
  }
}
