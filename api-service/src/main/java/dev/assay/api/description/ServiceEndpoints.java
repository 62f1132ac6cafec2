package dev.assay.api.description;

import static dev.assay.api.description.Endpoint.delete;
import static dev.assay.api.description.Endpoint.get;
import static dev.assay.api.description.Endpoint.patch;
import static dev.assay.api.description.Endpoint.post;
import static dev.assay.api.description.QueryParameter.PAGING;
import static dev.assay.api.description.QueryParameter.all;
import static dev.assay.api.description.QueryParameter.detail;
import static dev.assay.api.description.QueryParameter.fields;
import static dev.assay.api.description.QueryParameter.flag;
import static dev.assay.api.description.QueryParameter.text;
import static dev.assay.api.description.QueryParameter.uuid;

import dev.assay.attribute.Shape;
import java.util.List;

/**
 * The endpoints for versions, drivers, conductors, dead letters, refused callbacks, events,
 * webhooks, shards, and those for ramdisks. Source: spec api.md 2, 9, 13 and 16.
 */
final class ServiceEndpoints {
  private static final List<QueryParameter> EVENTS =
      List.of(
          new QueryParameter("node", 1, Shape.Type.TEXTS, "Only of these nodes: UUIDs or names."),
          new QueryParameter("stage", 1, Shape.Type.TEXTS, "Only that reached these stages."),
          new QueryParameter(
              "cause", 1, Shape.Type.TEXTS, "Only of inspections with these causes."),
          new QueryParameter(
              "conductor_group", 1, Shape.Type.TEXTS, "Only of nodes in these conductor groups."),
          flag("error", 1, "Only failures."),
          text("last_event_id", 1, "Begin behind this event; the header Last-Event-ID wins."),
          QueryParameter.LIMIT);

  // spotless:off
  static final List<Endpoint> TABLE = List.of(
      get("/",                              "listVersions",         "Lists the versions of the API").answers(200, "Versions"),
      get("/v1",                            "listResources",        "Lists the resources of the API").answers(200, "Resources"),
      get("/v1/drivers",                    "listDrivers",          "Lists the drivers that living conductors serve").query(text("type", 30, "dynamic or classic; there are no classic ones."), detail(30), fields(77)).answers(200, "DriverList"),
      get("/v1/drivers/{name}",             "showDriver",           "Shows a driver").query(fields(77)).answers(200, "Driver"),
      get("/v1/drivers/{name}/properties",  "showDriverProperties", "Shows what a driver takes in driver_info").answers(200, "DriverProperties"),
      get("/v1/conductors",                 "listConductors",       "Lists conductors, living and dead").since(49).query(all(List.of(detail(49), fields(49)), PAGING)).answers(200, "ConductorList"),
      get("/v1/conductors/{hostname}",      "showConductor",        "Shows a conductor").since(49).query(fields(49)).answers(200, "Conductor"),
      get("/v1/doctor",                     "examineService",       "Checks what inspections of all nodes need; changes nothing").answers(200, "Examination"),
      get("/v1/pxe_filters",                "listPxeFilters",       "Lists the PXE filters, living and dead").answers(200, "PxeFilterList"),
      get("/v1/pxe_filters/{hostname}",     "showPxeFilter",        "Shows a PXE filter").answers(200, "PxeFilter"),
      get("/v1/pxe_access/{address}",       "explainPxeAccess",     "Tells whether PXE filters let a machine boot, and why").answers(200, "PxeAccess"),
      get("/v1/dead_letters",               "listDeadLetters",      "Lists messages that no conductor could carry out, newest first").query(QueryParameter.LIMIT, QueryParameter.MARKER).answers(200, "DeadLetterList"),
      get("/v1/dead_letters/{letter}",      "showDeadLetter",       "Shows such a message with its text").answers(200, "DeadLetter"),
      post("/v1/dead_letters/{letter}/replay", "replayDeadLetter",  "Sends such a message to the conductors once more, and deletes it here").answers(202, null),
      delete("/v1/dead_letters/{letter}",   "deleteDeadLetter",     "Deletes such a message").answers(204, null),
      get("/v1/reapplies",                  "listReapplies",        "Lists orders to process stored data again, newest first").query(QueryParameter.LIMIT, QueryParameter.MARKER).answers(200, "ReapplyList"),
      post("/v1/reapplies",                 "createReapply",        "Orders that the stored data of all nodes that the filters choose are processed again").query(QueryParameter.storedNodeFilters()).answers(202, "Reapply"),
      get("/v1/reapplies/{order}",          "showReapply",          "Shows how far such an order is").answers(200, "Reapply"),
      delete("/v1/reapplies/{order}",       "cancelReapply",        "Cancels such an order: nodes that wait are skipped").answers(204, null),
      get("/v1/explanations",               "explainAttempts",      "Tells what became of lookups and callbacks, and why, latest first").query(text("reference", 1, "The X-Assay-Reference of a response. Exactly one of reference, mac, bmc_address and node."), text("mac", 1, "A MAC address that the machine sent."), text("bmc_address", 1, "An address of its BMC that the machine sent."), text("node", 1, "UUID or name of a node that was considered."), QueryParameter.LIMIT).answers(200, "ExplanationList"),
      get("/v1/unmatched",                  "listUnmatched",        "Lists the data of refused callbacks, newest first").query(QueryParameter.LIMIT, QueryParameter.MARKER).answers(200, "UnmatchedList"),
      get("/v1/unmatched/{payload}",        "showUnmatched",        "Tells of such data where they came from and why they were refused").answers(200, "Unmatched"),
      get("/v1/unmatched/{payload}/data",   "readUnmatched",        "Returns such data as they were sent, without logs; for administrators").answers(200, "Callback"),
      post("/v1/unmatched/{payload}/replay", "replayUnmatched",     "Passes such data on to a node, as if the machine posted them now, and deletes them here").body("ReplayTarget").answers(202, "NodeFound").locks(),
      delete("/v1/unmatched/{payload}",     "deleteUnmatched",      "Deletes such data").answers(204, null),
      get("/v1/events",                     "listEvents",           "Lists what happened to inspections, or streams it to clients that accept text/event-stream").query(EVENTS).answers(200, "EventList"),
      get("/v1/webhooks",                   "listWebhooks",         "Lists where events are sent").answers(200, "WebhookList"),
      post("/v1/webhooks",                  "createWebhook",        "Has events sent to a URL").body("WebhookRequest").answers(201, "Webhook").located().locks(),
      get("/v1/webhooks/{webhook}",         "showWebhook",          "Shows where events are sent, and what became of it").answers(200, "Webhook"),
      patch("/v1/webhooks/{webhook}",       "changeWebhook",        "Changes attributes of a webhook").body("Patch").answers(200, "Webhook").locks(),
      delete("/v1/webhooks/{webhook}",      "deleteWebhook",        "Has events not sent there any more").answers(204, null),
      post("/v1/webhooks/{webhook}/test",   "testWebhook",          "Has a conductor send a test at once").answers(202, null),
      get("/v1/lookup",                     "lookup",               "Tells a ramdisk which node it runs on").since(22).query(new QueryParameter("addresses", 22, Shape.Type.TEXTS, "MAC addresses of the machine; mandatory unless node_uuid is given."), uuid("node_uuid", "The node, when the ramdisk knows; wins.")).answers(200, "Lookup").locks(),
      post("/v1/heartbeat/{ident}",   "heartbeat",            "Takes the sign of life of a ramdisk").since(22).body("Heartbeat").answers(202, null).locks(),
      post("/v1/heartbeat",           "heartbeatOfNode",      "The same, with the node in the body").since(22).body("HeartbeatOfNode").answers(202, null).locks(),
      get("/v1/shards",                     "listShards",           "Counts the nodes of each shard").since(82).answers(200, "Shards"),
      post("/v1/continue_inspection", "continueInspection",   "Takes what a ramdisk found").body("Callback").query(new QueryParameter("node_uuid", 84, Shape.Type.UUID, "The node, when the ramdisk knows.")).answers(202, "CallbackAnswer").locks());
  // spotless:on

  private ServiceEndpoints() {}
}
