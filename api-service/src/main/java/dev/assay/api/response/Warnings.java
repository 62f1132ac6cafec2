package dev.assay.api.response;

import dev.assay.error.ShortText;
import jakarta.ws.rs.core.Response;
import java.util.List;

/**
 * Adds warnings to the response when a request was accepted nevertheless: headers {@value #HEADER},
 * one each. The header Warning is not used: RFC 9111 made it obsolete.
 */
public final class Warnings {
  /** The header of one warning, printable ASCII; may be repeated. */
  public static final String HEADER = "X-Assay-Warning";

  private static final int MAX = 10;
  private static final int MAX_LENGTH = 300;

  private Warnings() {}

  /** Adds to {@code answer} the first ten of {@code warnings}, each at most 300 characters. */
  public static Response.ResponseBuilder tell(
      Response.ResponseBuilder answer, List<String> warnings) {
    warnings.stream().limit(MAX).forEach(warning -> answer.header(HEADER, line(warning)));
    return warnings.size() > MAX
        ? answer.header(HEADER, "and %d more".formatted(warnings.size() - MAX))
        : answer;
  }

  private static String line(String warning) {
    return ShortText.printable(warning, MAX_LENGTH).replaceAll("[^ -~]", "?");
  }
}
