package dev.assay.api.description;

import static dev.assay.api.description.Schemas.NOTHING_ELSE;
import static dev.assay.api.description.Schemas.flag;
import static dev.assay.api.description.Schemas.free;
import static dev.assay.api.description.Schemas.integer;
import static dev.assay.api.description.Schemas.listOf;
import static dev.assay.api.description.Schemas.object;
import static dev.assay.api.description.Schemas.oneOf;
import static dev.assay.api.description.Schemas.orNull;
import static dev.assay.api.description.Schemas.page;
import static dev.assay.api.description.Schemas.ref;
import static dev.assay.api.description.Schemas.since;
import static dev.assay.api.description.Schemas.text;
import static org.eclipse.microprofile.openapi.OASFactory.createSchema;

import dev.assay.api.node.state.ProvisionRequest;
import dev.assay.api.node.state.ProvisionVerb;
import dev.assay.bootaccess.UnknownHosts;
import dev.assay.hardware.BootMode;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.PowerState;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.models.media.Schema;

/** The schemas of documents that have no field table. Source: spec api.md 2, 3, 6, 10, 13, 16. */
final class Documents {
  private Documents() {}

  static Map<String, Schema> all() {
    var all = new LinkedHashMap<String, Schema>();
    errors(all);
    versions(all);
    orders(all);
    ofNodes(all);
    drivers(all);
    conductors(all);
    pxeFilters(all);
    deadLetters(all);
    imports(all);
    reapplies(all);
    all.putAll(AttemptDocuments.all());
    all.putAll(RamdiskDocuments.all());
    all.putAll(DryRunDocuments.all());
    all.putAll(EventDocuments.all());
    return all;
  }

  private static void errors(Map<String, Schema> all) {
    all.put(
        "Error",
        object()
            .description("A refusal. A body nested too deeply is refused with a plain Fault.")
            .addProperty(
                "error_message", text().description("JSON text: a Fault, or a RoutingFault."))
            .required(List.of("error_message")));
    all.put(
        "Fault",
        object()
            .description("What the service has against a request.")
            .addProperty("faultcode", oneOf(List.of("Client", "Server")))
            .addProperty("faultstring", text().description("What is wrong, for people."))
            .addProperty("debuginfo", orNull(text()))
            .required(List.of("faultcode", "faultstring")));
    all.put(
        "RoutingFault",
        object()
            .description("The same for a request that reached no resource.")
            .addProperty("code", integer())
            .addProperty("title", text())
            .addProperty("description", text().description("What is wrong, for people.")));
    all.put(
        "AuthenticationError",
        object()
            .addProperty(
                "error", object().addProperty("message", text()).addProperty("code", integer())));
  }

  private static void versions(Map<String, Schema> all) {
    all.put(
        "Link",
        object()
            .addProperty("href", text().format("uri"))
            .addProperty("rel", text())
            .addProperty("type", text())
            .required(List.of("href", "rel")));
    all.put(
        "Version",
        object()
            .addProperty("id", text())
            .addProperty("links", listOf(ref("Link")))
            .addProperty("status", text())
            .addProperty("min_version", text())
            .addProperty("version", text()));
    all.put(
        "Versions",
        object()
            .addProperty("name", text())
            .addProperty("description", text())
            .addProperty("default_version", ref("Version"))
            .addProperty("versions", listOf(ref("Version"))));
    all.put(
        "Resources",
        object()
            .description("Beside these members one for each resource, a list of links.")
            .addProperty("id", text())
            .addProperty("links", listOf(ref("Link")))
            .addProperty(
                "media_types",
                listOf(object().addProperty("base", text()).addProperty("type", text())))
            .addProperty("version", ref("Version"))
            .additionalPropertiesSchema(listOf(ref("Link"))));
  }

  private static void orders(Map<String, Schema> all) {
    all.put("Patch", listOf(ref("PatchOperation")).description("RFC 6902, in this order."));
    all.put(
        "PatchOperation",
        object()
            .addProperty("op", oneOf(List.of("add", "replace", "remove")))
            .addProperty("path", text().description("/attribute or /attribute/key/..."))
            .addProperty("value", createSchema().description("Not with remove; any JSON."))
            .required(List.of("op", "path")));
    var provision = object().required(List.of("target")).additionalPropertiesSchema(NOTHING_ELSE);
    provision.addProperty(
        "target", oneOf(ProvisionVerb.TABLE.stream().map(ProvisionVerb::name).toList()));
    new TreeMap<>(ProvisionRequest.ARGUMENTS)
        .forEach(
            (name, targets) ->
                provision.addProperty(
                    name,
                    createSchema()
                        .description(
                            "With %s; any JSON.".formatted(String.join(", ", sorted(targets))))));
    all.put("ProvisionTarget", provision);
    all.put(
        "PowerTarget",
        object()
            .addProperty("target", oneOf(powerTargets()))
            .addProperty(
                "timeout",
                since(orNull(integer().minimum(BigDecimal.ONE)), 27)
                    .description("Seconds. Since API version 1.27."))
            .required(List.of("target"))
            .additionalPropertiesSchema(NOTHING_ELSE));
    all.put(
        "BootModeTarget",
        object()
            .addProperty("target", oneOf(bootModes()))
            .required(List.of("target"))
            .additionalPropertiesSchema(NOTHING_ELSE));
    all.put(
        "SecureBootTarget",
        object()
            .addProperty("target", flag())
            .required(List.of("target"))
            .additionalPropertiesSchema(NOTHING_ELSE));
    all.put(
        "VirtualMedium",
        object()
            .addProperty("device_type", oneOf(List.of("cdrom")))
            .addProperty("image_url", text().format("uri").description("With http or https."))
            .addProperty("image_download_source", orNull(oneOf(List.of("http"))))
            .required(List.of("device_type", "image_url"))
            .additionalPropertiesSchema(NOTHING_ELSE));
    all.put(
        "Maintenance",
        object().addProperty("reason", orNull(text())).additionalPropertiesSchema(NOTHING_ELSE));
  }

  private static List<String> sorted(Set<String> names) {
    return names.stream().sorted().toList();
  }

  private static List<String> powerTargets() {
    return Arrays.stream(PowerState.values())
        .filter(state -> state != PowerState.ERROR)
        .map(PowerState::wire)
        .toList();
  }

  private static List<String> bootModes() {
    return Arrays.stream(BootMode.values()).map(BootMode::wire).toList();
  }

  private static void ofNodes(Map<String, Schema> all) {
    var validation = object();
    for (var type : InterfaceType.values()) {
      if (type != InterfaceType.VENDOR) {
        validation.addProperty(type.wire(), ref("InterfaceValidation"));
      }
    }
    all.put("Validation", validation);
    all.put(
        "InterfaceValidation",
        object()
            .addProperty("result", flag())
            .addProperty("reason", text())
            .required(List.of("result")));
    all.put("FirmwareList", firmware());
    all.put(
        "Examination",
        examination()
            .addProperty(
                "callback_url",
                orNull(text()).description("assay.boot.url, which ramdisks are told."))
            .required(List.of("go", "checks", "callback_url")));
    all.put(
        "NodeExamination",
        examination()
            .addProperty("node", text().format("uuid"))
            .addProperty("name", orNull(text()))
            .required(List.of("node", "name", "go", "checks")));
    all.put(
        "BootDevice",
        object()
            .addProperty("boot_device", orNull(text()).description("Null: the BMC does not tell."))
            .addProperty("persistent", orNull(flag()).description("Null: the BMC does not tell.")));
    all.put(
        "BootDeviceRequest",
        object()
            .addProperty("boot_device", text().description("One of those that are supported."))
            .addProperty("persistent", orNull(flag()).description("False: only the next time."))
            .required(List.of("boot_device"))
            .additionalPropertiesSchema(NOTHING_ELSE));
    all.put("BootDevices", object().addProperty("supported_boot_devices", listOf(text())));
    all.put("Vifs", object().addProperty("vifs", listOf(free()).description("Always empty.")));
    all.put(
        "Shards",
        object()
            .addProperty(
                "shards",
                listOf(
                    object()
                        .addProperty(
                            "name", orNull(text()).description("Null: nodes without a shard."))
                        .addProperty("count", integer()))));
    all.put("Traits", object().addProperty("traits", listOf(text())).required(List.of("traits")));
    all.put(
        "Children",
        object()
            .addProperty("children", listOf(text().format("uuid")))
            .addProperty("links", ref("Link")));
  }

  private static Schema firmware() {
    var component =
        object()
            .addProperty("component", text().description("bios, bmc."))
            .addProperty("initial_version", orNull(text()).description("Null."))
            .addProperty("current_version", text())
            .addProperty("last_version_flashed", orNull(text()).description("Null."))
            .addProperty("created_at", orNull(text()).description("Null."))
            .addProperty("updated_at", orNull(text()).description("Null."))
            .required(
                List.of(
                    "component",
                    "initial_version",
                    "current_version",
                    "last_version_flashed",
                    "created_at",
                    "updated_at"));
    return object().addProperty("firmware", listOf(component)).required(List.of("firmware"));
  }

  private static Schema examination() {
    var check =
        object()
            .addProperty("check", text())
            .addProperty("result", oneOf(List.of("ok", "warning", "failed", "skipped")))
            .addProperty("detail", text())
            .addProperty("fix", orNull(text()))
            .required(List.of("check", "result", "detail", "fix"));
    return object()
        .addProperty("go", flag().description("False when a check failed."))
        .addProperty("checks", listOf(check))
        .required(List.of("go", "checks"));
  }

  private static void drivers(Map<String, Schema> all) {
    var driver =
        object()
            .addProperty("name", text())
            .addProperty("hosts", listOf(text()).description("The conductors that serve it."))
            .addProperty("links", listOf(ref("Link")))
            .addProperty("properties", since(listOf(ref("Link")), 14))
            .addProperty("type", since(text(), 30));
    for (var type : InterfaceType.values()) {
      driver
          .addProperty("default_%s_interface".formatted(type.wire()), orNull(text()))
          .addProperty("enabled_%s_interfaces".formatted(type.wire()), listOf(text()));
    }
    all.put("Driver", driver);
    all.put(
        "DriverList",
        object().addProperty("drivers", listOf(ref("Driver"))).required(List.of("drivers")));
    all.put(
        "DriverProperties",
        object()
            .description("The keys of driver_info, and what they mean.")
            .additionalPropertiesSchema(text()));
  }

  private static void conductors(Map<String, Schema> all) {
    all.put(
        "Conductor",
        object()
            .addProperty("hostname", text())
            .addProperty("conductor_group", text())
            .addProperty("alive", flag())
            .addProperty("drivers", listOf(text()))
            .addProperty("created_at", text().format("date-time"))
            .addProperty("updated_at", text().format("date-time"))
            .addProperty("links", listOf(ref("Link"))));
    all.put("ConductorList", page("conductors", "Conductor"));
  }

  private static void pxeFilters(Map<String, Schema> all) {
    var states = List.of("active", "standby", "closed", "noop", "dead");
    var access = List.of("allow", "deny");
    all.put(
        "PxeFilter",
        object()
            .addProperty("hostname", text())
            .addProperty("alive", flag())
            .addProperty("state", oneOf(states).description("dead: no sign of life."))
            .addProperty("state_since", text().format("date-time"))
            .addProperty("reason", orNull(text()).description("Why it is closed."))
            .addProperty("warning", orNull(text()))
            .addProperty("network", text())
            .addProperty("conductor_group", orNull(text()).description("Null: all groups."))
            .addProperty("driver", oneOf(List.of("dnsmasq", "nftables", "noop")))
            .addProperty("allowed", integer().description("Known addresses that may boot."))
            .addProperty("denied", integer().description("The other known addresses."))
            .addProperty("unknown", oneOf(access).description("All other addresses."))
            .addProperty(
                "unknown_hosts",
                oneOf(Arrays.stream(UnknownHosts.values()).map(UnknownHosts::wire).toList()))
            .addProperty("auto_discovery", flag())
            .addProperty("inspect_interfaces", listOf(text()))
            .addProperty("reconciled_at", orNull(text().format("date-time")))
            .addProperty("drift", integer().description("Entries that were wrong then."))
            .addProperty("drift_total", integer())
            .addProperty("updated_at", text().format("date-time"))
            .required(List.of("hostname", "alive", "state", "updated_at")));
    all.put(
        "PxeFilterList",
        object()
            .addProperty("pxe_filters", listOf(ref("PxeFilter")))
            .required(List.of("pxe_filters")));
    var answer =
        object()
            .addProperty("hostname", text())
            .addProperty("network", text())
            .addProperty("state", oneOf(states))
            .addProperty("access", oneOf(access))
            .addProperty("reason", text())
            .addProperty("detail", text())
            .addProperty("fix", orNull(text()))
            .required(List.of("hostname", "network", "state", "access", "reason", "detail", "fix"));
    all.put(
        "PxeAccess",
        object()
            .addProperty("address", text())
            .addProperty("node_uuid", orNull(text().format("uuid")))
            .addProperty("provision_state", orNull(text()))
            .addProperty("filters", listOf(answer))
            .required(List.of("address", "node_uuid", "provision_state", "filters")));
  }

  private static void deadLetters(Map<String, Schema> all) {
    all.put(
        "DeadLetter",
        object()
            .addProperty("uuid", text().format("uuid"))
            .addProperty("reason", text().description("Why it was not carried out."))
            .addProperty("queue", orNull(text()).description("Where it came from last."))
            .addProperty("command", orNull(text()))
            .addProperty("node_uuid", orNull(text().format("uuid")))
            .addProperty("request_id", orNull(text()))
            .addProperty("times", integer().description("How often such a message came."))
            .addProperty("first_seen_at", text().format("date-time"))
            .addProperty("last_seen_at", text().format("date-time"))
            .addProperty("body", text().description("The text, without secrets; not in lists."))
            .required(List.of("uuid", "reason", "times", "first_seen_at", "last_seen_at")));
    all.put("DeadLetterList", page("dead_letters", "DeadLetter"));
  }

  private static void imports(Map<String, Schema> all) {
    all.put(
        "InspectionImport",
        object()
            .addProperty("started_at", text().format("date-time"))
            .addProperty("finished_at", text().format("date-time"))
            .addProperty(
                "error", orNull(text()).description("Why it failed; null when it did not."))
            .addProperty(
                "data",
                orNull(free())
                    .description(
                        "What hooks made of the data, with inventory; mandatory without error."))
            .addProperty(
                "unprocessed",
                orNull(free())
                    .description("What the ramdisk sent, with inventory and without logs."))
            .required(List.of("started_at", "finished_at"))
            .additionalPropertiesSchema(NOTHING_ELSE));
    all.put(
        "InspectionImported",
        object()
            .addProperty("uuid", text().format("uuid"))
            .addProperty(
                "outcome", text().description("imported, unchanged, or with dry_run importable."))
            .required(List.of("uuid", "outcome")));
  }

  private static void reapplies(Map<String, Schema> all) {
    all.put(
        "Reapplied",
        object()
            .addProperty("uuid", text().format("uuid").description("The new inspection."))
            .required(List.of("uuid")));
    var problem =
        object()
            .addProperty("node_uuid", text().format("uuid"))
            .addProperty("inspection", orNull(text().format("uuid")))
            .addProperty("reason", orNull(text()))
            .required(List.of("node_uuid", "inspection", "reason"));
    var numbers = List.of("total", "waiting", "running", "finished", "failed", "skipped");
    var nodes = object().required(numbers);
    numbers.forEach(name -> nodes.addProperty(name, integer()));
    all.put(
        "Reapply",
        object()
            .addProperty("uuid", text().format("uuid"))
            .addProperty("state", text().description("running, finished or cancelled"))
            .addProperty("filters", object().description("As given, by name."))
            .addProperty("user", orNull(text()))
            .addProperty("created_at", text().format("date-time"))
            .addProperty("ended_at", orNull(text().format("date-time")))
            .addProperty("nodes", nodes.description("How many."))
            .addProperty(
                "problems",
                listOf(problem).description("Nodes that failed or were skipped; not in lists."))
            .addProperty("links", listOf(ref("Link")))
            .required(
                List.of("uuid", "state", "filters", "user", "created_at", "ended_at", "nodes")));
    all.put("ReapplyList", page("reapplies", "Reapply"));
  }
}
