package dev.assay.api.error;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ServedApi;
import jakarta.ws.rs.core.Response.Status;

/**
 * The body of an error, which each API writes in a form of its own. Source: spec api.md 3,
 * inspector-compat.md 1 (I4).
 *
 * @param sentence for the user
 */
public record ErrorBody(Form form, int status, String sentence) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String ERROR = "error";
  private static final String MESSAGE = "message";

  /** The forms of the Bare Metal API, which depend on who refuses the request. */
  public enum Form {
    /** E2: the application refuses the request. */
    APPLICATION,
    /** E3: the request does not reach the application. */
    ROUTING,
    /** E4: the caller is not authenticated. */
    AUTHENTICATION,
    /** E5: the body is too large. */
    FLAT
  }

  /** See {@link Form#APPLICATION}. */
  public static ErrorBody application(int status, String sentence) {
    return new ErrorBody(Form.APPLICATION, status, sentence);
  }

  /** See {@link Form#ROUTING}. */
  public static ErrorBody routing(int status, String sentence) {
    return new ErrorBody(Form.ROUTING, status, sentence);
  }

  /** See {@link Form#AUTHENTICATION}. */
  public static ErrorBody authentication(String sentence) {
    return new ErrorBody(Form.AUTHENTICATION, 401, sentence);
  }

  /** See {@link Form#FLAT}. */
  public static ErrorBody flat(int status, String sentence) {
    return new ErrorBody(Form.FLAT, status, sentence);
  }

  /** The JSON for clients of {@code api}. */
  String text(ServedApi api) {
    return switch (api) {
      case BARE_METAL -> bareMetal();
      case CLASSIC -> {
        var body = JSON.objectNode();
        body.putObject(ERROR).put(MESSAGE, sentence);
        yield body.toString();
      }
    };
  }

  private String bareMetal() {
    return switch (form) {
      case APPLICATION -> errorMessage(fault().putNull("debuginfo"));
      case ROUTING -> {
        var known = Status.fromStatusCode(status);
        yield errorMessage(
            JSON.objectNode()
                .put("code", status)
                .put("title", known == null ? "Error" : known.getReasonPhrase())
                .put("description", sentence));
      }
      case AUTHENTICATION -> {
        var body = JSON.objectNode();
        body.putObject(ERROR).put(MESSAGE, sentence).put("code", status);
        yield body.toString();
      }
      case FLAT -> fault().toString();
    };
  }

  private ObjectNode fault() {
    return JSON.objectNode()
        .put("faultcode", status < 500 ? "Client" : "Server")
        .put("faultstring", sentence);
  }

  /** Puts {@code inner} into error_message as text, on which clients run a JSON parser. */
  private static String errorMessage(ObjectNode inner) {
    return JSON.objectNode().put("error_message", inner.toString()).toString();
  }
}
