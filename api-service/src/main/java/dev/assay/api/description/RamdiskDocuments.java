package dev.assay.api.description;

import static dev.assay.api.description.Schemas.NOTHING_ELSE;
import static dev.assay.api.description.Schemas.flag;
import static dev.assay.api.description.Schemas.free;
import static dev.assay.api.description.Schemas.integer;
import static dev.assay.api.description.Schemas.listOf;
import static dev.assay.api.description.Schemas.object;
import static dev.assay.api.description.Schemas.oneOf;
import static dev.assay.api.description.Schemas.orNull;
import static dev.assay.api.description.Schemas.ref;
import static dev.assay.api.description.Schemas.since;
import static dev.assay.api.description.Schemas.text;
import static org.eclipse.microprofile.openapi.OASFactory.createSchema;

import dev.assay.api.lookup.Heartbeat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.models.media.Schema;

/**
 * The schemas of the requests of ramdisks and of the responses to them. Source: spec api.md 10.6,
 * 13 and 15.
 */
final class RamdiskDocuments {
  private RamdiskDocuments() {}

  private static Schema diff() {
    var change =
        object()
            .addProperty("part", text().description("memory, disk, nic, cpu, pci ..., or other."))
            .addProperty("id", orNull(text()).description("Which one, such as DIMM A3."))
            .addProperty("kind", oneOf(List.of("added", "removed", "changed")))
            .addProperty("field", orNull(text()).description("Null: the whole part."))
            .addProperty("before", createSchema().description("Null: there was nothing."))
            .addProperty("after", createSchema().description("Null: there is nothing any more."))
            .addProperty("sentence", text())
            .required(List.of("part", "id", "kind", "field", "before", "after", "sentence"));
    return object()
        .addProperty("from", orNull(text().format("uuid")).description("Null: there is only one."))
        .addProperty("to", text().format("uuid"))
        .addProperty("changes", listOf(change))
        .addProperty("omitted", integer().description("How many changes are not told."))
        .required(List.of("from", "to", "changes", "omitted"));
  }

  static Map<String, Schema> all() {
    var all = new LinkedHashMap<String, Schema>();
    all.put("Inventory", inventory());
    all.put(
        "InventoryData",
        object()
            .addProperty("inventory", ref("Inventory"))
            .addProperty(
                "plugin_data",
                free().description("What the ramdisk sent beside it, and what hooks found."))
            .required(List.of("inventory", "plugin_data")));
    all.put("InventoryDiff", diff());
    all.put(
        "Callback",
        free()
            .description("Members beside inventory are kept as plugin data.")
            .addProperty("inventory", ref("Inventory"))
            .required(List.of("inventory")));
    all.put(
        "CallbackAnswer",
        createSchema()
            .description("At 1.1, which ramdisks get that name no version, the first form.")
            .oneOf(List.of(ref("NodeFound"), ref("Lookup"))));
    all.put(
        "NodeFound", object().addProperty("uuid", text().format("uuid")).required(List.of("uuid")));
    all.put("Heartbeat", heartbeat());
    all.put(
        "HeartbeatOfNode",
        heartbeat()
            .addProperty("node_ident", text().description("UUID or name of the node."))
            .addRequired("node_ident"));
    all.put(
        "Lookup",
        object()
            .addProperty("node", lookedUp())
            .addProperty("config", config())
            .required(List.of("node", "config")));
    return all;
  }

  private static Schema inventory() {
    return free()
        .description("Exactly as the ramdisk sent it; other members are kept, too.")
        .addProperty(
            "interfaces",
            listOf(free().addProperty("mac_address", text()).required(List.of("mac_address")))
                .minItems(1))
        .addProperty("bmc_address", orNull(text()))
        .addProperty("bmc_v6address", orNull(text()))
        .required(List.of("interfaces"));
  }

  private static Schema heartbeat() {
    var heartbeat =
        object().required(List.of("callback_url")).additionalPropertiesSchema(NOTHING_ELSE);
    new TreeMap<>(Heartbeat.SINCE)
        .forEach(
            (name, minor) ->
                heartbeat.addProperty(
                    name, since(name.equals("callback_url") ? text() : orNull(text()), minor)));
    return heartbeat;
  }

  private static Schema lookedUp() {
    return object()
        .addProperty("uuid", text().format("uuid"))
        .addProperty("properties", free())
        .addProperty("instance_info", free())
        .addProperty("driver_internal_info", free())
        .addProperty("links", listOf(ref("Link")));
  }

  private static Schema config() {
    return object()
        .addProperty("heartbeat_timeout", integer().description("Seconds."))
        .addProperty(
            "agent_token", orNull(text()).description("The secret the first time, then its mask."))
        .addProperty("agent_token_required", flag())
        .addProperty("metrics", free())
        .addProperty("metrics_statsd", free())
        .addProperty("agent_containers", free())
        .addProperty("agent_md5_checksum_enable", flag())
        .addProperty("disable_deep_image_inspection", flag())
        .addProperty("permitted_image_formats", listOf(text()))
        .addProperty("agent_skip_bmc_detect", flag())
        .addProperty("enable_bios_bootloader_install", flag())
        .addProperty("tls_min_version", orNull(text()))
        .addProperty("tls_cipher_suites", orNull(text()));
  }
}
