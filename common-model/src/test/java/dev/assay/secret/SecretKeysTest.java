package dev.assay.secret;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec api.md 9.3, rules.md 8. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SecretKeysTest {
  @ParameterizedTest
  @CsvSource({
    "redfish_password,   true,  true,  true,  true",
    "IPMI_PASSWORD,      true,  true,  true,  true",
    "configdrive,        true,  true,  true,  true",
    "agent_secret_token, true,  true,  true,  true",
    "sys_pswd,           true,  true,  true,  true",
    "adminPass,          true,  true,  true,  true",
    "ssh_private_key,    true,  true,  true,  true",
    "passphrase,         true,  true,  true,  true",
    "snmp_auth_key,      true,  false, false, true",
    "ipmi_hex_kg_key,    true,  false, false, true",
    "image_url,          false, true,  false, true",
    "rootpasswd,         false, false, false, true",
    "license_key,        false, false, false, true",
    "keyboard,           false, false, false, false",
    "redfish_address,    false, false, false, false",
    "image_urls,         false, false, false, false"
  })
  void rules_traces_and_dry_runs_hide_at_least_what_responses_hide(
      String key, boolean driverInfo, boolean instanceInfo, boolean internalInfo, boolean rules) {
    assertThat(SecretKeys.DRIVER_INFO.hide(key)).isEqualTo(driverInfo);
    assertThat(SecretKeys.INSTANCE_INFO.hide(key)).isEqualTo(instanceInfo);
    assertThat(SecretKeys.INTERNAL_INFO.hide(key)).isEqualTo(internalInfo);
    assertThat(SecretKeys.INFO.hide(key)).isEqualTo(rules);
    assertThat(SecretKeys.NONE.hide(key)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "driver_info,          DRIVER_INFO,   INFO",
    "driver_internal_info, INTERNAL_INFO, INFO",
    "instance_info,        INSTANCE_INFO, INFO",
    "extra,                NONE,          NONE"
  })
  void fields_with_secrets_are_the_same_for_clients_and_rules(
      String field, SecretKeys clients, SecretKeys rules) {
    assertThat(SecretKeys.ofNode(field)).isEqualTo(clients);
    assertThat(SecretKeys.ofNodeForRules(field)).isEqualTo(rules);
  }

  @ParameterizedTest
  @CsvSource({"password, true", "auth_token, true", "bmc_password, true", "my_password, false"})
  void data_of_machines_are_hidden_by_exact_names(String key, boolean hidden) {
    assertThat(SecretKeys.DATA.hide(key)).isEqualTo(hidden);
  }
}
