package dev.assay.api.http;

import dev.assay.hardware.UntrustedText;
import jakarta.ws.rs.core.Response;
import java.util.List;

/**
 * What a client should know of something that was taken all the same: headers {@value #HEADER} of
 * the answer, one each. The header Warning is not used: RFC 9111 made it obsolete.
 */
public final class Warnings {
  /** One warning, printable ASCII; there may be several. */
  public static final String HEADER = "X-Assay-Warning";

  private static final int MAX = 10;
  private static final int MAX_LENGTH = 300;

  private Warnings() {}

  /** {@code answer} with the first ten of {@code warnings}, each at most 300 characters. */
  public static Response.ResponseBuilder tell(
      Response.ResponseBuilder answer, List<String> warnings) {
    warnings.stream().limit(MAX).forEach(warning -> answer.header(HEADER, line(warning)));
    return warnings.size() > MAX
        ? answer.header(HEADER, "and %d more".formatted(warnings.size() - MAX))
        : answer;
  }

  private static String line(String warning) {
    return UntrustedText.printable(warning, MAX_LENGTH).replaceAll("[^ -~]", "?");
  }
}
