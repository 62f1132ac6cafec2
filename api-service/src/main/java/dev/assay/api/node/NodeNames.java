package dev.assay.api.node;

import dev.assay.api.http.ApiVersion;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.node.NodeName;
import java.util.regex.Pattern;

/** Checks the names of nodes, port groups, and from 1.88 ports. Source: spec api.md 4. */
public final class NodeNames {
  private static final int RELAXED_SINCE = 10;
  private static final Pattern HOSTNAME =
      Pattern.compile(
          "(?=.{1,255}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
              + "(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*");

  private NodeNames() {}

  /** True when {@code text} is a well-formed name in this version. */
  public static boolean wellFormed(String text, ApiVersion version) {
    return NodeName.wellFormed(text)
        && (version.atLeast(RELAXED_SINCE) || HOSTNAME.matcher(text).matches());
  }

  /**
   * INVALID_PARAMETER when the name is malformed or reserved; {@code kind} is for example "node".
   */
  public static void require(String kind, String name, ApiVersion version) {
    if (!version.atLeast(RELAXED_SINCE) && !wellFormed(name, version)) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          ("Invalid name for %s: '%s'. A name has 1 to 255 of A-Z a-z 0-9 . - as in a host name and"
                  + " is not a UUID.")
              .formatted(kind, name));
    }
    NodeName.require(kind, name);
  }
}
