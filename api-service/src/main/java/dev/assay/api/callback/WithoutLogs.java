package dev.assay.api.callback;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.log.LimitedLog;
import dev.assay.inspection.ReceivedLogs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * The body of a callback without the ramdisk's logs, which are stored separately; every other byte
 * is unchanged.
 *
 * @param body UTF-8 JSON
 * @param logs the log archive; empty when there is none
 */
@SuppressWarnings("ArrayRecordComponent") // only passed on to a database column
record WithoutLogs(byte[] body, Optional<byte[]> logs) {
  private static final LimitedLog LOG = new LimitedLog(Logger.getLogger(WithoutLogs.class));

  /** Splits {@code body}; {@code sent} is its member logs, or a missing node. */
  static WithoutLogs of(byte[] body, JsonNode sent) {
    if (sent.isMissingNode()) {
      return new WithoutLogs(body, Optional.empty());
    }
    var logs = ReceivedLogs.decoded(sent);
    if (logs.isEmpty() && !sent.isNull()) {
      LOG.warn("The ramdisk's logs are discarded: they are not a Base64-encoded gzip archive.");
    }
    return new WithoutLogs(cut(body), logs);
  }

  private static byte[] cut(byte[] body) {
    try (var parser = Callback.at(ReceivedLogs.MEMBER, body)) {
      var start = offset(parser);
      parser.nextToken();
      parser.skipChildren();
      var last = parser.nextToken() == JsonToken.END_OBJECT;
      return joined(body, last ? endOfPrevious(body, start) : start, offset(parser));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail, and the JSON was parsed before
    }
  }

  private static int offset(JsonParser parser) {
    return (int) parser.currentTokenLocation().getByteOffset();
  }

  /** With the last member, the comma before it is removed, too. */
  private static int endOfPrevious(byte[] body, int start) {
    var before = start - 1;
    while (body[before] != ',' && body[before] != '{') {
      before--; // white space
    }
    return body[before] == ',' ? before : start;
  }

  private static byte[] joined(byte[] body, int headEnd, int tailStart) {
    var joined = new byte[headEnd + body.length - tailStart];
    System.arraycopy(body, 0, joined, 0, headEnd);
    System.arraycopy(body, tailStart, joined, headEnd, body.length - tailStart);
    return joined;
  }
}
