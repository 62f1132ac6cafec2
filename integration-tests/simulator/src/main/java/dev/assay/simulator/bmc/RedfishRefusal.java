package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;

/** Thrown to refuse a request, with the message of the Base registry that gives the reason. */
final class RedfishRefusal extends RuntimeException {
  private static final String REGISTRY = "Base.1.18.";

  private final int status;
  private final String messageId;
  private final transient List<String> arguments;
  private final transient Map<String, String> headers;

  private RedfishRefusal(
      int status,
      String messageId,
      String message,
      List<String> arguments,
      Map<String, String> headers) {
    super(message, null, false, false);
    this.status = status;
    this.messageId = messageId;
    this.arguments = arguments;
    this.headers = headers;
  }

  private static RedfishRefusal of(int status, String id, String text, String... arguments) {
    return new RedfishRefusal(status, id, text, List.of(arguments), Map.of());
  }

  static RedfishRefusal unauthorized(String realm) {
    return new RedfishRefusal(
        401,
        "NoValidSession",
        "There is no valid session established with the implementation.",
        List.of(),
        Map.of("WWW-Authenticate", "Basic realm=\"%s\"".formatted(realm)));
  }

  static RedfishRefusal missing(String path) {
    return of(
        404,
        "ResourceMissingAtURI",
        "The resource at the URI '%s' was not found.".formatted(path),
        path);
  }

  static RedfishRefusal methodNotAllowed(String path, String... methods) {
    return new RedfishRefusal(
        405,
        "OperationNotAllowed",
        "The HTTP method is not allowed on the resource '%s'.".formatted(path),
        List.of(),
        Map.of("Allow", String.join(", ", methods)));
  }

  static RedfishRefusal inUse() {
    return of(
        400,
        "ResourceInUse",
        "The change to the requested resource failed because the resource is in use or in"
            + " transition.");
  }

  static RedfishRefusal malformedJson() {
    return of(
        400,
        "MalformedJSON",
        "The request body submitted was malformed JSON and could not be parsed.");
  }

  static RedfishRefusal propertyMissing(String property) {
    return of(
        400,
        "PropertyMissing",
        "The property '%s' is a required property and must be included in the request."
            .formatted(property),
        property);
  }

  static RedfishRefusal propertyUnknown(String property) {
    return of(
        400,
        "PropertyUnknown",
        "The property '%s' is not in the list of valid properties for the resource."
            .formatted(property),
        property);
  }

  static RedfishRefusal notWritable(String property) {
    return of(
        400,
        "PropertyNotWritable",
        "The property '%s' is a read only property and cannot be assigned a value."
            .formatted(property),
        property);
  }

  static RedfishRefusal valueNotInList(String value, String property) {
    return of(
        400,
        "PropertyValueNotInList",
        "The value '%s' for the property '%s' is not in the list of acceptable values."
            .formatted(value, property),
        value,
        property);
  }

  static RedfishRefusal actionParameterMissing(String action, String parameter) {
    return of(
        400,
        "ActionParameterMissing",
        "The action '%s' requires the parameter '%s' to be present in the request body."
            .formatted(action, parameter),
        action,
        parameter);
  }

  static RedfishRefusal actionParameterNotInList(String value, String parameter, String action) {
    return of(
        400,
        "ActionParameterValueNotInList",
        "The value '%s' for the parameter '%s' in the action '%s' is not in the list of acceptable values."
            .formatted(value, parameter, action),
        value,
        parameter,
        action);
  }

  static RedfishRefusal queryParameterWrong(String parameter, String value) {
    return of(
        400,
        "QueryParameterValueFormatError",
        "The value '%s' for the parameter '%s' is of a different format than the parameter can accept."
            .formatted(value, parameter),
        value,
        parameter);
  }

  /** The registry has no message of its own for this status. */
  static RedfishRefusal preconditionRequired() {
    return of(
        428,
        "GeneralError",
        "A general error has occurred.  See Resolution for information on how to resolve the error.");
  }

  static RedfishRefusal preconditionFailed() {
    return of(412, "PreconditionFailed", "The ETag supplied did not match the current ETag.");
  }

  static RedfishRefusal inTransition() {
    return of(
        409,
        "ResourceInUse",
        "The change to the requested resource failed because the resource is in use or in transition.");
  }

  static RedfishRefusal inStandby() {
    return of(
        409,
        "ResourceInStandby",
        "The request could not be performed because the resource is in standby.");
  }

  static RedfishRefusal tooManySessions() {
    return of(
        503,
        "SessionLimitExceeded",
        "The session establishment failed due to the number of simultaneous sessions exceeding the limit.");
  }

  static RedfishRefusal unavailable() {
    return new RedfishRefusal(
        503,
        "ServiceTemporarilyUnavailable",
        "The service is temporarily unavailable.  Retry in 5 seconds.",
        List.of("5"),
        Map.of("Retry-After", "5"));
  }

  /** The error response of DSP0266, 8.6. */
  BmcResponse answer() {
    var body = JsonNodeFactory.instance.objectNode();
    var error = body.putObject("error");
    error.put("code", REGISTRY + messageId);
    error.put("message", getMessage());
    var message = error.putArray("@Message.ExtendedInfo").addObject();
    message.put("@odata.type", "#Message.v1_2_1.Message");
    message.put("MessageId", REGISTRY + messageId);
    message.put("Message", getMessage());
    arguments.forEach(message.putArray("MessageArgs")::add);
    message.put("MessageSeverity", "Warning");
    message.put("Resolution", "Correct the request and submit it again.");
    return new BmcResponse(status, body, headers);
  }
}
