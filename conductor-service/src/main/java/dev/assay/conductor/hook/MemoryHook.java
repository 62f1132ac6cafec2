package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.error.ShortText;
import dev.assay.hook.Changes;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;

/**
 * Records the installed memory.
 *
 * <p>Sets property {@code memory_mb} to {@code inventory.memory.physical_mb}, in MiB. Null (the
 * ramdisk's tool failed), 0 (virtual machines) and anything but a positive whole number never
 * replace a value, and give a warning; if the node has no value, null and 0 are stored as sent.
 * Fails with {@link ErrorCode#NO_MEMORY} when it is missing. Source: spec hooks.md 7.
 */
public final class MemoryHook implements InspectionHook {
  @Override
  public String name() {
    return "memory";
  }

  @Override
  public void process(HookInput in, Changes out) {
    var memory = in.inventory().member("memory");
    var mebibytes = memory.path("physical_mb");
    if (mebibytes.isMissingNode()) {
      throw new InspectionFailure(
          ErrorCode.NO_MEMORY,
          "Inventory for node %1$s is invalid: Inventory has missing memory information: %2$s for node %1$s."
              .formatted(
                  in.node(),
                  memory.isMissingNode()
                      ? "no memory"
                      : ShortText.shortened(memory.toString(), 200)));
    }
    if (isPositive(mebibytes)) {
      out.property("memory_mb", mebibytes);
      return;
    }
    if (out.property("memory_mb").isMissingNode() && isNullOrZero(mebibytes)) {
      out.property("memory_mb", mebibytes);
    }
    out.warn(
        "The ramdisk reports the installed memory as %s: memory_mb is %s."
            .formatted(
                ShortText.shortened(mebibytes.toString(), 80),
                ShortText.shortened(out.property("memory_mb").toString(), 80)));
  }

  private static boolean isPositive(JsonNode mebibytes) {
    return mebibytes.isIntegralNumber()
        && mebibytes.canConvertToLong()
        && mebibytes.longValue() > 0;
  }

  private static boolean isNullOrZero(JsonNode mebibytes) {
    return mebibytes.isNull() || (mebibytes.isInt() && mebibytes.intValue() == 0);
  }
}
