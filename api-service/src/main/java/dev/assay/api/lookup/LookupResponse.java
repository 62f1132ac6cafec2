package dev.assay.api.lookup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.ApiConfig;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Masking;
import dev.assay.hardware.InterfaceType;
import dev.assay.inspection.Inspections;
import dev.assay.node.Node;
import dev.assay.secret.SecretKeys;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds the response that tells a ramdisk about its node and the service. Anybody who knows a MAC
 * address may request it, so it leaves out the addresses of the BMC; a ramdisk has no use for them.
 * Source: spec api.md 13.1.
 */
@ApplicationScoped
public class LookupResponse {
  private static final Set<String> BMC_KNOWN = Set.of("redfish", "idrac-redfish");
  private static final List<String> IMAGE_FORMATS = List.of("raw", "qcow2", "iso");

  private final ApiConfig config;
  private final ApiRequest request;

  LookupResponse(ApiConfig config, ApiRequest request) {
    this.config = config;
    this.request = request;
  }

  /** {@code token} is the agent's token, its mask, or null when there is none. */
  public ObjectNode of(Node node, @Nullable String token) {
    var answer = StoredJson.object();
    answer.set("node", node(node));
    answer.set("config", config(node, token));
    return answer;
  }

  private ObjectNode node(Node node) {
    var shown = StoredJson.object();
    shown.put("uuid", node.uuid().toString());
    shown.set("properties", node.attributes().properties());
    shown.set(
        "instance_info",
        Masking.masked(node.attributes().instanceInfo(), SecretKeys.INSTANCE_INFO));
    shown.set(
        "driver_internal_info",
        Masking.masked(node.driverInternalInfo(), SecretKeys.INTERNAL_INFO)
            .without(Inspections.ADDRESSES));
    shown.set("links", Links.of(request.base(), "nodes", node.uuid().toString()).tree());
    return shown;
  }

  private ObjectNode config(Node node, @Nullable String token) {
    var shown = StoredJson.object();
    shown.put("heartbeat_timeout", config.ramdiskHeartbeatTimeout().toSeconds());
    shown.put("agent_token", token);
    shown.put("agent_token_required", true);
    shown
        .putObject("metrics")
        .put("backend", "noop")
        .put("prepend_host", false)
        .put("prepend_uuid", false)
        .put("prepend_host_reverse", true)
        .putNull("global_prefix");
    shown.putObject("metrics_statsd").put("statsd_host", "localhost").put("statsd_port", 8125);
    shown.set("agent_containers", containers());
    shown.put("agent_md5_checksum_enable", false);
    shown.put("disable_deep_image_inspection", false);
    var formats = shown.putArray("permitted_image_formats");
    IMAGE_FORMATS.forEach(formats::add);
    shown.put(
        "agent_skip_bmc_detect",
        BMC_KNOWN.contains(node.attributes().chosen(InterfaceType.MANAGEMENT)));
    shown.put("enable_bios_bootloader_install", true);
    shown.putNull("tls_min_version");
    shown.putNull("tls_cipher_suites");
    return shown;
  }

  private static ObjectNode containers() {
    var containers = StoredJson.object();
    containers.put("allow_arbitrary_containers", false);
    containers.putArray("allowed_containers");
    containers.put("container_steps_file", "/etc/ironic-python-agent.d/mysteps.yaml");
    containers.put("runner", "podman");
    containers.put("pull_options", "--tls-verify=false");
    containers.put("run_options", "--rm --network=host --tls-verify=false");
    return containers;
  }
}
