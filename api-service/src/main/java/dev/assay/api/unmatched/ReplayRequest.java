package dev.assay.api.unmatched;

import dev.assay.api.body.JsonBody;
import dev.assay.api.callback.Replay.Target;
import dev.assay.attribute.AttributeType;
import java.util.Set;

/**
 * The body of a request to replay: {@code {"node": "UUID or name"}}, {@code {"discover": true}}, or
 * none of both for the usual lookup; it may be absent.
 */
final class ReplayRequest {
  private static final String NODE = "node";
  private static final String DISCOVER = "discover";
  private static final Set<String> MEMBERS = Set.of(NODE, DISCOVER);
  private static final int LONGEST_NAME = 255;

  private ReplayRequest() {}

  /** INVALID_PARAMETER for anything else. */
  static Target read(byte[] body) {
    if (body.length == 0) {
      return new Target.Lookup();
    }
    var sent = JsonBody.object(body);
    sent.fieldNames()
        .forEachRemaining(
            member -> {
              if (!MEMBERS.contains(member)) {
                throw AttributeType.refused(member, "is not a member of this request");
              }
            });
    var discover = sent.path(DISCOVER);
    if (!discover.isMissingNode() && !discover.isBoolean()) {
      throw AttributeType.refused(DISCOVER, "must be true or false");
    }
    if (!sent.hasNonNull(NODE)) {
      return discover.asBoolean() ? new Target.Discovery() : new Target.Lookup();
    }
    if (discover.asBoolean()) {
      throw AttributeType.refused(DISCOVER, "cannot be used with node");
    }
    var node = AttributeType.requiredText(LONGEST_NAME).accept(NODE, sent.path(NODE)).textValue();
    return new Target.OnNode(node);
  }
}
