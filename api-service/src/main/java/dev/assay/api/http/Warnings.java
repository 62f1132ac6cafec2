package dev.assay.api.http;

import dev.assay.hardware.OutsideText;
import jakarta.ws.rs.core.Response;
import java.util.List;

/**
 * What a client should know of something that was taken all the same: headers {@value #HEADER} of
 * the answer, one each. The header Warning is not used: RFC 9111 made it obsolete.
 */
public final class Warnings {
  /** One warning, printable ASCII; there may be several. */
  public static final String HEADER = "X-Assay-Warning";

  private static final int MOST = 10;
  private static final int LONGEST = 300;

  private Warnings() {}

  /** {@code answer} with the first ten of {@code warnings}, each at most 300 characters. */
  public static Response.ResponseBuilder tell(
      Response.ResponseBuilder answer, List<String> warnings) {
    warnings.stream().limit(MOST).forEach(warning -> answer.header(HEADER, line(warning)));
    return warnings.size() > MOST
        ? answer.header(HEADER, "and %d more".formatted(warnings.size() - MOST))
        : answer;
  }

  private static String line(String warning) {
    return OutsideText.printable(warning, LONGEST).replaceAll("[^ -~]", "?");
  }
}
