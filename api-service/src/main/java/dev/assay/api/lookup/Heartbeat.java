package dev.assay.api.lookup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ApiVersion;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parsed body of a heartbeat. Texts that were not sent are empty. Source: spec api.md 13.2.
 *
 * @param callbackUrl URL of the agent; empty when it serves none
 * @param version version of the agent
 * @param token token of the agent
 * @param status "start", "end" or "error"
 * @param certificate PEM, when the agent created its own
 */
public record Heartbeat(
    String callbackUrl, String version, String token, String status, Optional<String> certificate) {
  /** The members, each with the minor version that introduced it. */
  public static final Map<String, Integer> SINCE =
      Map.of(
          "callback_url", 22,
          "agent_version", 36,
          "agent_token", 62,
          "agent_verify_ca", 68,
          "agent_status", 72,
          "agent_status_message", 72);

  private static final Set<String> STATUS = Set.of("", "start", "end", "error");
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final int LONGEST_URL = 2048;
  private static final int LONGEST_CERTIFICATE = 16 * 1024;

  /**
   * Parses a body; INVALID_PARAMETER without callback_url, and for a member that is unknown, newer
   * than the version, or not text that can be stored.
   */
  static Heartbeat of(ObjectNode body, ApiVersion version) {
    for (var member : body.properties()) {
      var since = SINCE.get(member.getKey());
      if (since == null || !version.atLeast(since)) {
        throw invalid(
            "Unknown argument for API version %s: %s.".formatted(version, member.getKey()));
      }
      if (!member.getValue().isTextual() && !member.getValue().isNull()) {
        throw invalid("Expected a text for %s.".formatted(member.getKey()));
      }
      if (text(body, member.getKey()).indexOf('\u0000') >= 0) {
        throw invalid("%s must not contain the character U+0000.".formatted(member.getKey()));
      }
    }
    if (!body.path("callback_url").isTextual()) {
      throw invalid("Missing mandatory argument: callback_url.");
    }
    return new Heartbeat(
        text(body, "callback_url"),
        text(body, "agent_version"),
        text(body, "agent_token"),
        text(body, "agent_status"),
        Optional.of(text(body, "agent_verify_ca")).filter(pem -> !pem.isEmpty()));
  }

  /** INVALID_PARAMETER when the URL is neither empty nor a valid HTTP or HTTPS URL. */
  void requireUrl() {
    if (!callbackUrl.isEmpty() && !http(callbackUrl)) {
      throw invalid("Expected an http or https URL for callback_url.");
    }
  }

  /** INVALID_PARAMETER when a member is missing, invalid or too long. */
  void requireComplete() {
    if (token.isEmpty()) {
      throw invalid("Agent token is required for heartbeat processing.");
    }
    if (!STATUS.contains(status)) {
      throw invalid("agent_status must be start, end or error.");
    }
    if (version.isEmpty()) {
      throw invalid("Missing mandatory argument: agent_version.");
    }
    if (certificate.filter(pem -> pem.length() > LONGEST_CERTIFICATE).isPresent()) {
      throw invalid("agent_verify_ca is longer than %d characters.".formatted(LONGEST_CERTIFICATE));
    }
  }

  private static boolean http(String url) {
    try {
      var uri = new URI(url);
      return url.length() <= LONGEST_URL
          && uri.getScheme() != null
          && SCHEMES.contains(uri.getScheme())
          && uri.getHost() != null;
    } catch (URISyntaxException _) {
      return false;
    }
  }

  private static String text(ObjectNode body, String name) {
    @Nullable String text = body.path(name).textValue();
    return text == null ? "" : text;
  }

  static AssayException invalid(String sentence) {
    return new AssayException(ErrorCode.INVALID_PARAMETER, sentence);
  }
}
