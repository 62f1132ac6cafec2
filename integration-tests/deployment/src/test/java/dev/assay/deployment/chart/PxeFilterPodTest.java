package dev.assay.deployment.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The pods on provisioning networks. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PxeFilterPodTest {
  private static final Manifests MANIFESTS = Variant.EVERYTHING.render();
  private static final JsonNode WITH_DNSMASQ =
      MANIFESTS.require("Deployment", "assay-pxe-filter-rack1");
  private static final JsonNode WITH_NFTABLES =
      MANIFESTS.require("Deployment", "assay-pxe-filter-rack2");

  @Test
  void a_filter_is_one_pod_in_the_network_of_its_host() {
    for (var workload : List.of(WITH_DNSMASQ, WITH_NFTABLES)) {
      assertThat(workload.at("/spec/replicas").asInt()).isEqualTo(1);
      assertThat(workload.at("/spec/strategy/type").asText()).isEqualTo("Recreate");
      assertThat(Manifests.pod(workload).path("hostNetwork").asBoolean()).isTrue();
      assertThat(Manifests.pod(workload).path("nodeSelector")).isNotEmpty();
    }
  }

  @Test
  void dnsmasq_is_in_sight_of_the_filter_and_runs_as_the_same_user() {
    assertThat(Manifests.pod(WITH_DNSMASQ).path("shareProcessNamespace").asBoolean()).isTrue();
    var filter = Manifests.container(WITH_DNSMASQ, "filter").path("securityContext");
    assertThat(filter.path("runAsNonRoot").asBoolean()).isTrue();
    assertThat(filter.path("capabilities").has("add")).isFalse();
    assertThat(configuration()).contains("\nuser=assay\n");
  }

  @Test
  void both_have_one_folder_and_one_pid_file() {
    var filter = Manifests.container(WITH_DNSMASQ, "filter");
    assertThat(configuration())
        .contains("\ndhcp-hostsdir=" + value(filter, "ASSAY_PXE_FILTER_DHCP_HOSTSDIR") + "\n")
        .contains("\npid-file=" + value(filter, "ASSAY_PXE_FILTER_DNSMASQ_PID_FILE") + "\n");
    for (var container : Manifests.containers(WITH_DNSMASQ).toList()) {
      assertThat(container.path("volumeMounts").findValuesAsText("mountPath"))
          .contains("/run/assay", "/run/assay/dhcp-hosts");
    }
  }

  @Test
  void dnsmasq_answers_nobody_whom_no_file_allows_and_ends_with_the_filter() {
    assertThat(configuration())
        .contains("\ndhcp-ignore=tag:!known\n")
        .contains("\ninterface=br-provisioning\n")
        .contains("\ndhcp-range=192.0.2.100,192.0.2.150,10m\n")
        .endsWith("\ndhcp-boot=ipxe.efi,,192.0.2.1\n");
    var dnsmasq = Manifests.container(WITH_DNSMASQ, "dnsmasq");
    assertThat(dnsmasq.path("command").toString()).contains("serve-dhcp.sh");
    assertThat(MANIFESTS.require("ConfigMap", "assay-pxe-filter-rack1").at("/data/serve-dhcp.sh"))
        .hasToString(
            com.fasterxml.jackson.databind.node.TextNode.valueOf(Chart.file("files/serve-dhcp.sh"))
                .toString());
  }

  @Test
  void nobody_has_more_capabilities_than_it_needs() {
    assertThat(added(Manifests.container(WITH_NFTABLES, "filter"))).isEqualTo("[\"NET_ADMIN\"]");
    assertThat(added(Manifests.container(WITH_DNSMASQ, "dnsmasq")))
        .isEqualTo(
            "[\"NET_ADMIN\",\"NET_RAW\",\"NET_BIND_SERVICE\",\"SETUID\",\"SETGID\",\"KILL\"]");
  }

  @Test
  void driver_nftables_needs_no_dnsmasq() {
    assertThat(Manifests.containers(WITH_NFTABLES)).hasSize(1);
    assertThat(Manifests.pod(WITH_NFTABLES).has("shareProcessNamespace")).isFalse();
    var filter = Manifests.container(WITH_NFTABLES, "filter");
    assertThat(value(filter, "ASSAY_PXE_FILTER_INTERFACES")).isEqualTo("eth1,eth2");
    assertThat(value(filter, "ASSAY_PXE_FILTER_UNKNOWN_HOSTS")).isEqualTo("portless");
    assertThat(value(filter, "ASSAY_PXE_FILTER_CONDUCTOR_GROUP")).isEqualTo("rack-7");
  }

  @Test
  void each_pod_is_a_filter_with_a_name_of_its_own() {
    assertThat(
            Manifests.variable(Manifests.container(WITH_DNSMASQ, "filter"), "ASSAY_PXE_FILTER_HOST")
                .at("/valueFrom/fieldRef/fieldPath")
                .asText())
        .isEqualTo("metadata.name");
  }

  @Test
  void a_filter_is_replaced_when_what_its_dnsmasq_reads_at_the_start_has_changed() {
    var values = Variant.EVERYTHING.yaml();
    for (var changed :
        List.of(
            Chart.render(values.replace("ipxe.efi", "other.efi")),
            Chart.renderOther("files/serve-dhcp.sh", it -> it + "# changed\n", values),
            Chart.renderOther(
                "templates/pxe-filters.yaml",
                it -> it.replace("# DHCP only.", "# DHCP"),
                values))) {
      assertThat(checksum(changed.require("Deployment", "assay-pxe-filter-rack1")))
          .isNotEqualTo(checksum(WITH_DNSMASQ));
      assertThat(changed.require("Deployment", "assay-pxe-filter-rack2")).isEqualTo(WITH_NFTABLES);
    }
  }

  @Test
  void a_filter_has_the_files_that_options_name() {
    for (var workload : List.of(WITH_DNSMASQ, WITH_NFTABLES)) {
      assertThat(Manifests.pod(workload).path("volumes").findValuesAsText("secretName"))
          .contains("their-ca");
      assertThat(
              Manifests.container(workload, "filter")
                  .path("volumeMounts")
                  .findValuesAsText("mountPath"))
          .contains("/etc/assay/ca");
    }
  }

  private static String checksum(JsonNode workload) {
    return workload.at("/spec/template/metadata/annotations").path("checksum/config").asText();
  }

  private static String configuration() {
    return MANIFESTS
        .require("ConfigMap", "assay-pxe-filter-rack1")
        .at("/data/dnsmasq.conf")
        .asText();
  }

  private static String value(JsonNode container, String variable) {
    return Manifests.variable(container, variable).path("value").asText();
  }

  private static String added(JsonNode container) {
    return container.at("/securityContext/capabilities/add").toString();
  }
}
