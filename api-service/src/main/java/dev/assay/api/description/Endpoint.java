package dev.assay.api.description;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP method of one path, as the API description has it. The calls at the end of a table row
 * return a copy with one more property.
 *
 * @param method "GET", "POST" ...
 * @param path with its parameters in braces, as the resource declares it
 * @param id the name that generated clients give it
 * @param summary what it does, in one line
 * @param since the minor API version that introduced it
 * @param query the query parameters, all optional
 * @param body the schema of the request body; null for none
 * @param status the status of a success
 * @param answer the schema of the response body; null for none
 * @param locating a success has a Location header
 * @param streaming the response is one document of the schema per line
 * @param locking 409 while a conductor works on the node, or when its state forbids the request
 */
record Endpoint(
    String method,
    String path,
    String id,
    String summary,
    int since,
    List<QueryParameter> query,
    @Nullable String body,
    int status,
    @Nullable String answer,
    boolean locating,
    boolean streaming,
    boolean locking) {
  static final Pattern PARAMETER = Pattern.compile("\\{([^}]+)}");
  private static final Pattern PUBLIC =
      Pattern.compile("/|/v1|/v1/(lookup|heartbeat(/.*)?|continue_inspection)");
  private static final Pattern OF_RAMDISK =
      Pattern.compile("/v1/(lookup|heartbeat(/.*)?|continue_.*)");

  /** What observers may not even read. */
  private static final Pattern FOR_ADMINISTRATORS =
      Pattern.compile("/v1/unmatched/.*/data|/v1/webhooks.*");

  /** What a GET returns with a tag. Source: spec api.md 5.1. */
  private static final Set<String> TAGGED =
      Set.of(
          "Node",
          "NodeList",
          "NodeStates",
          "InventoryData",
          "Port",
          "PortList",
          "PortGroup",
          "PortGroupList");

  private static Endpoint of(String method, String path, String id, String summary) {
    return new Endpoint(
        method, path, id, summary, 1, List.of(), null, 200, null, false, false, false);
  }

  static Endpoint get(String path, String id, String summary) {
    return of("GET", path, id, summary);
  }

  static Endpoint post(String path, String id, String summary) {
    return of("POST", path, id, summary);
  }

  static Endpoint put(String path, String id, String summary) {
    return of("PUT", path, id, summary);
  }

  static Endpoint patch(String path, String id, String summary) {
    return of("PATCH", path, id, summary);
  }

  static Endpoint delete(String path, String id, String summary) {
    return of("DELETE", path, id, summary);
  }

  Endpoint since(int minor) {
    return new Endpoint(
        method, path, id, summary, minor, query, body, status, answer, locating, streaming,
        locking);
  }

  Endpoint query(List<QueryParameter> parameters) {
    return new Endpoint(
        method,
        path,
        id,
        summary,
        since,
        parameters,
        body,
        status,
        answer,
        locating,
        streaming,
        locking);
  }

  Endpoint query(QueryParameter... parameters) {
    return query(List.of(parameters));
  }

  Endpoint body(String schema) {
    return new Endpoint(
        method, path, id, summary, since, query, schema, status, answer, locating, streaming,
        locking);
  }

  Endpoint answers(int code, @Nullable String schema) {
    return new Endpoint(
        method, path, id, summary, since, query, body, code, schema, locating, streaming, locking);
  }

  Endpoint located() {
    return new Endpoint(
        method, path, id, summary, since, query, body, status, answer, true, streaming, locking);
  }

  Endpoint streams() {
    return new Endpoint(
        method, path, id, summary, since, query, body, status, answer, locating, true, locking);
  }

  Endpoint locks() {
    return new Endpoint(
        method, path, id, summary, since, query, body, status, answer, locating, streaming, true);
  }

  /** True when it needs no authentication. Source: spec api.md 7. */
  boolean open() {
    return PUBLIC.matcher(path).matches();
  }

  /** True when a success has a tag, which the client can send back. Source: spec api.md 5.1. */
  boolean conditional() {
    return method.equals("GET") && answer != null && TAGGED.contains(answer);
  }

  /** The statuses of its error responses, in order. Source: spec api.md 3. */
  List<Integer> refusals() {
    var forbidden =
        OF_RAMDISK.matcher(path).matches()
            || FOR_ADMINISTRATORS.matcher(path).matches()
            || (!open() && !method.equals("GET"));
    return Stream.of(
            when(true, 400),
            when(!open(), 401),
            when(forbidden || query.stream().anyMatch(QueryParameter::exclusive), 403),
            when(path.contains("{") || since > 1 || namesOthers(), 404),
            when(true, 406),
            when(locking, 409),
            when(body != null, 413),
            when(body != null, 415),
            when(true, 500),
            when(true, 503))
        .flatMap(status -> status)
        .toList();
  }

  /** True when query or body can name something that does not exist. */
  private boolean namesOthers() {
    return query.contains(QueryParameter.MARKER)
        || id.equals("listEvents")
        || "WebhookRequest".equals(body);
  }

  private static Stream<Integer> when(boolean condition, int status) {
    return condition ? Stream.of(status) : Stream.empty();
  }

  /** The names of the path parameters, in order. */
  List<String> pathParameters() {
    return PARAMETER.matcher(path).results().map(found -> found.group(1)).toList();
  }

  /**
   * The group that it is listed in: its collection, for example "nodes", "ramdisk" for endpoints of
   * ramdisks, or "versions" for the root documents.
   */
  String tag() {
    var parts = path.split("/", -1);
    return OF_RAMDISK.matcher(path).matches()
        ? "ramdisk"
        : parts.length < 3 ? "versions" : parts[2];
  }
}
