package dev.assay.standalone.inspectorimport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.pipeline.Hooks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OptionImportTest {
  /** What it printed: the lines for application.properties, and the report. */
  private record Outcome(List<String> lines, String report, boolean complete) {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[DEFAULT]timeout = 2400                          | assay.conductor.inspect-wait-timeout=2400s",
        "[DEFAULT]timeout = 0                             | assay.conductor.inspect-wait-timeout=0s",
        "[DEFAULT]introspection_delay = 8                 | assay.conductor.reboot-throttle=8s",
        "[DEFAULT]listen_port = 5051                      | assay.inspector-compat.port=5051",
        "[DEFAULT]auth_strategy = http_basic              | assay.api.auth-strategy=http_basic",
        "[processing]add_ports = all                      | assay.inspector.add-ports=all",
        "[processing]keep_ports = present                 | assay.inspector.keep-ports=present",
        "[processing]power_off = No                       | assay.inspector.power-off=false",
        "[processing]always_store_ramdisk_logs = 1        | assay.ramdisk-logs.collect=always",
        "[processing]node_not_found_hook = enroll         | assay.auto-discovery.enabled=true",
        "[capabilities]cpu_flags = vmx:cpu_vt, aes:cpu_aes | assay.inspector.cpu-capabilities=vmx:cpu_vt,aes:cpu_aes",
        "[port_physnet]cidr_map = 10.0.0.0/8:a, fd00::/8:b | assay.inspector.physical-network-cidr-map=10.0.0.0/8:a,fd00::/8:b",
        "[pxe_filter]driver = iptables                    | assay.pxe-filter.driver=nftables",
        "[pxe_filter]deny_unknown_macs = true             | assay.pxe-filter.unknown-hosts=never",
        "[iptables]dnsmasq_interface = br-1               | assay.pxe-filter.interfaces=br-1"
      })
  void an_option_becomes_the_one_of_the_same_meaning(String option, String line) {
    assertThat(convert(option).lines()).contains(line);
  }

  @Test
  void defaults_that_differ_from_those_of_Assay_are_written_too() {
    assertThat(convert("").lines())
        .contains(
            "# [DEFAULT]timeout (default)",
            "assay.conductor.inspect-wait-timeout=3600s",
            "assay.inspector-compat.port=5050",
            "assay.conductor.reboot-throttle=5s",
            "assay.pxe-filter.driver=nftables",
            "assay.pxe-filter.unknown-hosts=inspection");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[processing]node_not_found_hook = enroll | assay.auto-discovery.driver=fake-hardware",
        "[DEFAULT]auth_strategy = http_basic      | assay.api.http-basic-auth-user-file=/etc/ironic-inspector/htpasswd",
      })
  void a_default_that_another_option_needs_is_written_too(String option, String line) {
    assertThat(convert(option).lines()).contains(line);
  }

  @Test
  void that_it_listened_everywhere_without_passwords_is_told() {
    assertThat(convert("[DEFAULT]auth_strategy = noauth").report())
        .contains("[DEFAULT]listen_address (default)", "assay.api.allow-unauthenticated-remote");
    assertThat(convert("[DEFAULT]auth_strategy = http_basic").report())
        .doesNotContain("listen_address");
  }

  @Test
  void every_line_names_an_option_that_exists() throws IOException {
    var reference = Files.readString(Path.of("../../docs/configuration.md"));
    var file =
        """
        [DEFAULT]
        auth_strategy = http_basic
        http_basic_auth_user_file = /etc/htpasswd
        use_ssl = true
        listen_address = 192.0.2.5
        api_max_limit = 500
        can_manage_boot = false
        [ssl]
        cert_file = /a
        key_file = /b
        [processing]
        add_ports = pxe
        keep_ports = all
        update_pxe_enabled = true
        disk_partitioning_spacing = true
        power_off = true
        ramdisk_logs_dir = /var/log/r
        always_store_ramdisk_logs = true
        node_not_found_hook = enroll
        [discovery]
        enroll_node_driver = ipmi
        [capabilities]
        cpu_flags = vmx:cpu_vt
        [pci_devices]
        alias = {"vendor_id": "8086", "product_id": "1572", "name": "a"}
        [accelerators]
        known_devices = /etc/known.yaml
        [port_physnet]
        cidr_map = 10.0.0.0/8:a
        [extra_hardware]
        strict = true
        [pxe_filter]
        driver = DRIVER
        sync_period = 15
        [dnsmasq_pxe_filter]
        purge_dhcp_hostsdir = true
        [iptables]
        ethoib_interfaces = eth1,eth2
        [cors]
        allowed_origin = https://a.example
        [oslo_middleware]
        enable_proxy_headers_parsing = true
        max_request_body_size = 1000000
        """;
    Set<String> names = new HashSet<>();
    for (var driver : List.of("dnsmasq", "iptables")) {
      var outcome = convert(file.replace("DRIVER", driver));
      assertThat(outcome.complete()).as(outcome.report()).isTrue();
      outcome.lines().stream()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.substring(0, line.indexOf('=')))
          .forEach(names::add);
    }
    assertThat(names).hasSizeGreaterThan(30);
    assertThat(names).allSatisfy(name -> assertThat(reference).contains("| `" + name + "` |"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[processing]permit_active_introspection = true | does not deploy machines",
        "[processing]overwrite_existing = false         | leave out the hook",
        "[processing]store_data = swift                 | ironic-inspector-migrate-data --from swift --to database",
        "[processing]node_not_found_hook = own          | assay.auto-discovery.enabled",
        "[processing]add_ports = most                   | none of all, active, pxe, disabled",
        "[processing]power_off = maybe                  | no boolean",
        "[DEFAULT]auth_strategy = keystone              | Keystone is not supported",
        "[DEFAULT]timeout = soon                        | no number",
        "[DEFAULT]introspection_delay = 90              | 0 to 60 seconds",
        "[DEFAULT]ipmi_address_fields = ilo_address,drac_host | drac_host in driver_info is not looked at",
        "[DEFAULT]use_ssl = true                        | no [ssl]cert_file",
        "[DEFAULT]listen_unix_socket = /run/x           | TCP only",
        "[pxe_filter]driver = own                       | driver of a plug-in",
        "[oslo_policy]policy_file = policy.yaml         | no policies",
        "[house]answer = 42                             | no option of ironic-inspector"
      })
  void what_has_no_counterpart_is_named_with_the_reason(String option, String reason) {
    var outcome = convert(option);

    assertThat(outcome.complete()).isFalse();
    assertThat(outcome.report().lines())
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("  left out: " + option.substring(0, option.indexOf(' ')))
                    .contains(reason));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[database]max_retries = 10",
        "[ironic]retry_interval = 2",
        "[coordination]backend_url = memcached://h",
        "[oslo_messaging_rabbit]heartbeat_rate = 2",
        "[DEFAULT]log_file = /var/log/x",
        "[DEFAULT]transport_url = rabbit://u:secret@h/",
        "[processing]overwrite_existing = 1",
        "[processing]store_data = database"
      })
  void what_is_not_needed_is_not_left_out(String option) {
    var given = "[DEFAULT]\nauth_strategy = noauth\nlisten_address = 127.0.0.1\n" + option;

    assertThat(convert(given).complete()).as(convert(given).report()).isTrue();
  }

  @Test
  void an_API_without_passwords_is_not_opened_to_the_network() {
    var open = "[DEFAULT]\nauth_strategy = noauth\nlisten_address = ";

    assertThat(convert(open + "192.0.2.5").report())
        .contains("[DEFAULT]listen_address: without passwords Assay listens at loopback only");
    assertThat(convert(open + "127.0.0.1").lines()).contains("assay.api.host=127.0.0.1");
    assertThat(convert("[DEFAULT]listen_address = 192.0.2.5").lines())
        .contains("assay.api.host=192.0.2.5");
  }

  @Test
  void secrets_are_never_printed() {
    var outcome =
        convert(
            """
            [database]
            connection = mysql://inspector:PLANTED@192.0.2.1/inspector
            [ironic]
            password = PLANTED
            [house]
            token = PLANTED
            [DEFAULT]
            transport_url = rabbit://u:PLANTED@h/
            auth_strategy = PLANTED
            """);

    assertThat(outcome.lines() + outcome.report()).doesNotContain("PLANTED");
  }

  @Test
  void the_values_of_pci_aliases_are_one_list() {
    var outcome =
        convert(
            """
            [pci_devices]
            alias = {"vendor_id": "8086", "product_id": "1572", "name": "a"}
            alias = {"vendor_id": "10de", "product_id": "20b0", "name": "b"}
            """);

    assertThat(outcome.lines())
        .contains(
            "assay.inspector.pci-device-alias={\"vendor_id\": \"8086\", \"product_id\": \"1572\", \"name\": \"a\"},"
                + "{\"vendor_id\": \"10de\", \"product_id\": \"20b0\", \"name\": \"b\"}");
  }

  @Test
  void hooks_become_those_that_do_the_same_in_an_order_that_is_accepted() {
    var all =
        "ramdisk_error,extra_hardware,root_disk_selection,scheduler,local_link_connection,"
            + "validate_interfaces,capabilities,pci_devices,lldp_basic,physnet_cidr_map,"
            + "accelerators,raid_device";

    var hooks = hooksOf("[processing]\nprocessing_hooks = " + all);

    assertThat(hooks)
        .isEqualTo(
            "ramdisk-error,validate-interfaces,ports,architecture,raid-device,root-device,memory,"
                + "cpus,cpu-capabilities,pci-devices,accelerators,parse-lldp,local-link-connection,"
                + "physical-network,extra-hardware");
    assertThat(Hooks.installed().names()).containsAll(List.of(hooks.split(",")));
  }

  @Test
  void the_default_hooks_are_those_of_ironic_inspector() {
    var expected =
        "ramdisk-error,validate-interfaces,ports,architecture,root-device,memory,cpus,"
            + "cpu-capabilities,pci-devices";

    assertThat(hooksOf("")).isEqualTo(expected);
    for (var reference : List.of("$default_processing_hooks", "${default_processing_hooks}")) {
      assertThat(hooksOf("[processing]\nprocessing_hooks = %s,lldp_basic".formatted(reference)))
          .isEqualTo(expected + ",parse-lldp");
    }
  }

  @Test
  void boot_mode_is_a_hook_of_its_own() {
    assertThat(hooksOf("[capabilities]\nboot_mode = true")).contains(",boot-mode,");
  }

  @Test
  void an_unknown_hook_is_named() {
    var outcome = convert("[processing]\nprocessing_hooks = ramdisk_error,house_hook");

    assertThat(outcome.report()).contains("hook house_hook has no counterpart");
    assertThat(outcome.lines()).contains("assay.inspector.hooks=ramdisk-error");
  }

  private static String hooksOf(String file) {
    return convert(file).lines().stream()
        .filter(line -> line.startsWith("assay.inspector.hooks="))
        .map(line -> line.substring(line.indexOf('=') + 1))
        .collect(Collectors.joining());
  }

  /** Of a file, or of one option that is written {@code [section]option = value}. */
  private static Outcome convert(String text) {
    var file = ConfigurationFile.parse(text.replaceFirst("(?m)^(\\[\\w+])(\\w)", "$1\n$2"));
    var options = new OptionImport(file);
    var report = options.run();
    var out = new ByteArrayOutputStream();
    report.print(new PrintStream(out, true, StandardCharsets.UTF_8), "converted", true);
    return new Outcome(options.lines(), out.toString(StandardCharsets.UTF_8), report.complete());
  }
}
