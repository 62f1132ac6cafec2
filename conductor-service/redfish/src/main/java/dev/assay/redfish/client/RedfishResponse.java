package dev.assay.redfish.client;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** A BMC's response; the body is limited in size and not parsed yet. */
@SuppressWarnings("ArrayRecordComponent") // read once, never compared
public record RedfishResponse(int status, HttpHeaders headers, byte[] body) {
  /**
   * Most names, values and brackets of a body, each of which can take fifty bytes of heap. Those of
   * real BMCs are too long for so many in one body.
   */
  private static final int MOST_TOKENS = 100_000;

  private static final Pattern SENDABLE = Pattern.compile("[!-~]([ -~]*[!-~])?");
  private static final ObjectMapper JSON = mapper();

  public boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  /**
   * Parses the body as {@code type}, ignoring unknown members; throws IOException when it is
   * something else.
   */
  <T> T as(Class<T> type) throws IOException {
    var value = JSON.readValue(body, type);
    if (value == null) {
      throw new IOException("the body is null");
    }
    return value;
  }

  /**
   * The value of a header that goes back to the BMC in a later request; empty when it is missing or
   * has characters that a request may not contain.
   */
  Optional<String> returnable(String name) {
    return header(name).filter(RedfishResponse::sendable);
  }

  /** Whether {@code value} is printable ASCII, as a request's header must be. RFC 9110 5.5. */
  static boolean sendable(String value) {
    return SENDABLE.matcher(value).matches();
  }

  /**
   * Whether a power command may be accepted a little later: some BMCs refuse one that follows
   * another too soon, iLO with InvalidOperationForSystemState, iDRAC with 409 or SYS518.
   */
  public boolean isNotReady() {
    var text = new String(body, StandardCharsets.UTF_8);
    return status == 409
        || (status >= 400
            && (text.contains("InvalidOperationForSystemState") || text.contains("SYS518")));
  }

  /** The BMC's own error message; empty when it gave none. Source: DSP0266 8.6. */
  Optional<String> reason() {
    try {
      var error = JSON.readTree(body).path("error");
      var extended = error.path("@Message.ExtendedInfo").path(0).path("Message");
      return text(extended).or(() -> text(error.path("message")));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(JsonNode value) {
    return value.isTextual() && !value.textValue().isBlank()
        ? Optional.of(value.textValue())
        : Optional.empty();
  }

  private static ObjectMapper mapper() {
    var mapper =
        JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    mapper
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(50)
                .maxNumberLength(100)
                .maxTokenCount(MOST_TOKENS)
                .build());
    return mapper;
  }
}
