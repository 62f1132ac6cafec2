package dev.assay.api.description;

import static java.util.Map.entry;
import static org.eclipse.microprofile.openapi.OASFactory.createAPIResponse;
import static org.eclipse.microprofile.openapi.OASFactory.createAPIResponses;
import static org.eclipse.microprofile.openapi.OASFactory.createHeader;
import static org.eclipse.microprofile.openapi.OASFactory.createOperation;
import static org.eclipse.microprofile.openapi.OASFactory.createParameter;
import static org.eclipse.microprofile.openapi.OASFactory.createRequestBody;

import dev.assay.attribute.Shape;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;
import org.eclipse.microprofile.openapi.models.responses.APIResponses;

/**
 * Converts an {@link Endpoint} to OpenAPI, with the headers and error responses that all endpoints
 * share. Source: spec api.md 1 to 3.
 */
final class Operations {
  static final String BASIC = "basic";

  /** A named error response, with the schema of its body and what it means. */
  record Refusal(String name, String schema, String meaning) {}

  // spotless:off
  static final Map<Integer, Refusal> REFUSALS = new TreeMap<>(Map.of(
      400, new Refusal("BadRequest",          "Error",               "Body, parameter or value is not valid, or the state of the node forbids the order. Nothing has changed."),
      401, new Refusal("Unauthenticated",     "AuthenticationError", "User and password are missing or wrong."),
      403, new Refusal("Forbidden",           "Error",               "The caller may not do this; for ramdisks: their endpoints are switched off."),
      404, new Refusal("NotFound",            "Error",               "There is no such object, or the resource is younger than the version of the request."),
      406, new Refusal("NotAcceptable",       "Error",               "The version is not supported, or something in the request is newer than it."),
      409, new Refusal("Conflict",            "Error",               "A conductor works on the node, or its state or another object is in the way. Clients try again."),
      413, new Refusal("TooLarge",            "Fault",               "The body is too long."),
      415, new Refusal("NotJson",             "Error",               "The body is of another type than JSON."),
      500, new Refusal("Failure",             "Error",               "The service failed; its log tells why, by the request id."),
      503, new Refusal("Unavailable",         "Error",               "Who is needed (database, conductor) does not answer in time, or there are too many requests. Clients try again.")));

  static final Map<String, String> HEADERS = new TreeMap<>(Map.of(
      "openstack-request-id",                    "The name of this request in the logs.",
      "X-OpenStack-Ironic-API-Minimum-Version",  "The oldest supported version.",
      "X-OpenStack-Ironic-API-Maximum-Version",  "The newest supported version."));

  static final Map<String, String> VERSION_HEADERS = new TreeMap<>(Map.of(
      "X-OpenStack-Ironic-API-Version",          "The version that the request is for, as 1.N, or latest.",
      "OpenStack-API-Version",                   "The same as baremetal 1.N; wins over the other header."));

  static final String TAG = "ETag";
  static final String TAG_MEANING = "Stands for this response; another one when the response is another.";
  static final String IF_NONE_MATCH = "If-None-Match";
  static final String IF_NONE_MATCH_MEANING = "Tags of responses that the client has: 304 if this one is among them.";
  static final String NOT_MODIFIED = "NotModified";

  private static final Set<String> OPTIONAL_BODIES = Set.of("Maintenance", "ReplayTarget");

  private static final Map<String, String> PATH_PARAMETERS = Map.ofEntries(
      entry("node",     "UUID of the node, or from 1.5 on its name."),
      entry("port",     "UUID of the port, or from 1.88 on its name."),
      entry("group",    "UUID or name of the port group."),
      entry("chassis",  "UUID of the chassis."),
      entry("entry",    "UUID of the entry."),
      entry("trait",    "Name of the trait."),
      entry("name",     "Name of the driver."),
      entry("hostname", "Name of the conductor or PXE filter."),
      entry("address",  "MAC address, with colons or dashes."),
      entry("inspection", "UUID of the inspection, or latest."),
      entry("letter",   "UUID of the dead letter."),
      entry("order",    "UUID of the order."),
      entry("payload",  "UUID of the unmatched payload."),
      entry("webhook",  "UUID of the webhook."),
      entry("rule",     "UUID of the rule; for a built-in rule whatever its file calls it."),
      entry("ident",    "UUID or name of the node; a name with others than a-z 0-9 - is asked for user and password."));
  // spotless:on

  private Operations() {}

  static Operation of(Endpoint endpoint) {
    var operation =
        createOperation()
            .operationId(endpoint.id())
            .summary(endpoint.summary())
            .addTag(endpoint.tag())
            .responses(responses(endpoint));
    operation.addExtension(Schemas.SINCE, "1." + endpoint.since());
    for (var name : endpoint.pathParameters()) {
      operation.addParameter(path(name));
    }
    for (var parameter : endpoint.query()) {
      operation.addParameter(query(parameter, endpoint.since()));
    }
    for (var header : VERSION_HEADERS.keySet()) {
      operation.addParameter(createParameter().ref("#/components/parameters/" + header));
    }
    if (endpoint.conditional()) {
      operation.addParameter(createParameter().ref("#/components/parameters/" + IF_NONE_MATCH));
    }
    if (endpoint.body() != null) {
      operation.requestBody(
          createRequestBody()
              .content(ApiDescription.content(endpoint.body()))
              .required(!OPTIONAL_BODIES.contains(endpoint.body())));
    }
    if (endpoint.open()) {
      operation.security(List.of());
    }
    return operation;
  }

  private static Parameter path(String name) {
    return createParameter()
        .name(name)
        .in(Parameter.In.PATH)
        .required(true)
        .description(
            Objects.requireNonNull(PATH_PARAMETERS.get(name), () -> "what is {" + name + "}?"))
        .schema(Schemas.text());
  }

  private static Parameter query(QueryParameter given, int atLeast) {
    var since = Math.max(given.since(), atLeast);
    var parameter =
        createParameter()
            .name(given.name())
            .in(Parameter.In.QUERY)
            .description("%s Since API version 1.%d.".formatted(given.meaning(), since))
            .schema(Schemas.of(Shape.of(given.type())));
    if (given.type() == Shape.Type.TEXTS) {
      parameter.style(Parameter.Style.FORM).explode(false); // a,b and not a=..&a=..
    }
    parameter.addExtension(Schemas.SINCE, "1." + since);
    return parameter;
  }

  private static APIResponses responses(Endpoint endpoint) {
    var success = createAPIResponse().description(success(endpoint.status()));
    if (endpoint.answer() != null) {
      success.content(
          endpoint.streaming()
              ? ApiDescription.lines(endpoint.answer())
              : ApiDescription.content(endpoint.answer()));
    }
    if (endpoint.locating()) {
      success.addHeader(
          "Location",
          createHeader().description("Where to find it.").schema(Schemas.text().format("uri")));
    }
    var responses = createAPIResponses();
    responses.addAPIResponse(String.valueOf(endpoint.status()), withHeaders(success));
    if (endpoint.conditional()) {
      tagged(success);
      responses.addAPIResponse(
          "304", createAPIResponse().ref("#/components/responses/" + NOT_MODIFIED));
    }
    for (var status : endpoint.refusals()) {
      var refusal = Objects.requireNonNull(REFUSALS.get(status));
      responses.addAPIResponse(
          String.valueOf(status),
          createAPIResponse().ref("#/components/responses/" + refusal.name()));
    }
    return responses;
  }

  private static String success(int status) {
    return switch (status) {
      case 201 -> "Made.";
      case 202 -> "Accepted: the work is ordered.";
      case 204 -> "Done.";
      default -> "The answer.";
    };
  }

  /** The response to a client that has the resource. */
  static APIResponse notModified() {
    return tagged(
        withHeaders(
            createAPIResponse()
                .description("Nothing has changed: it still has a tag of If-None-Match.")));
  }

  private static APIResponse tagged(APIResponse response) {
    return response.addHeader(TAG, createHeader().ref("#/components/headers/" + TAG));
  }

  /** Adds the headers that every response has. */
  static APIResponse withHeaders(APIResponse response) {
    for (var header : HEADERS.keySet()) {
      response.addHeader(header, createHeader().ref("#/components/headers/" + header));
    }
    return response;
  }
}
