package dev.assay.api.error;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.core.Response.Status;

/** The JSON forms of an error. Source: spec api.md 3. */
public final class ErrorBody {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ErrorBody() {}

  /** E2: the application refuses the request. */
  public static String application(int status, String sentence) {
    return errorMessage(fault(status, sentence).putNull("debuginfo"));
  }

  /** E3: the request does not reach the application. */
  public static String routing(int status, String sentence) {
    var known = Status.fromStatusCode(status);
    return errorMessage(
        JSON.objectNode()
            .put("code", status)
            .put("title", known == null ? "Error" : known.getReasonPhrase())
            .put("description", sentence));
  }

  /** E4: the caller is not authenticated. */
  public static String authentication(String sentence) {
    var body = JSON.objectNode();
    body.putObject("error").put("message", sentence).put("code", 401);
    return body.toString();
  }

  /** E5: the body is too large. */
  public static String flat(int status, String sentence) {
    return fault(status, sentence).toString();
  }

  private static ObjectNode fault(int status, String sentence) {
    return JSON.objectNode()
        .put("faultcode", status < 500 ? "Client" : "Server")
        .put("faultstring", sentence);
  }

  /** Puts {@code inner} into error_message as text, on which clients run a JSON parser. */
  private static String errorMessage(ObjectNode inner) {
    return JSON.objectNode().put("error_message", inner.toString()).toString();
  }
}
