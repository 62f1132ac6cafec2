package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.assay.error.ShortText;
import dev.assay.hook.Changes;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.inventory.WholeNumber;
import java.math.BigInteger;

/**
 * Records the number of logical CPUs.
 *
 * <p>Sets property {@code cpus} to {@code inventory.cpu.count}: a number, whose fraction is cut
 * off, or a whole number as text. For zero and any other value the property stays, with a warning.
 * Source: spec hooks.md 8.
 */
public final class CpusHook implements InspectionHook {
  @Override
  public String name() {
    return "cpus";
  }

  @Override
  public void process(HookInput in, Changes out) {
    var reported = in.inventory().member("cpu").path("count");
    var count = count(reported);
    if (count > 0) {
      out.property("cpus", IntNode.valueOf(count));
    } else {
      out.warn(
          "cpus is left as it is: the ramdisk reports the number of CPUs as %s."
              .formatted(
                  reported.isMissingNode()
                      ? "nothing at all"
                      : ShortText.shortened(reported.toString(), 80)));
    }
  }

  /** The number of CPUs, or 0 when {@code reported} has no valid one. */
  private static int count(JsonNode reported) {
    if (reported.isTextual()) {
      return WholeNumber.parse(reported.textValue())
          .filter(number -> number.bitLength() < Integer.SIZE)
          .map(BigInteger::intValue)
          .orElse(0);
    }
    return reported.isNumber() && reported.canConvertToInt() ? reported.intValue() : 0;
  }
}
