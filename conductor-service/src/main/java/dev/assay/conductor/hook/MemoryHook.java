package dev.assay.conductor.hook;

import dev.assay.error.ErrorCode;
import dev.assay.hook.Changes;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.inspection.InspectionFailure;

/**
 * Keeps the installed memory.
 *
 * <p>Sets property {@code memory_mb} to {@code inventory.memory.physical_mb}, in MiB. Null (the
 * ramdisk's tool failed), 0 (virtual machines) and what is no positive whole number leave it as it
 * is, with a warning. Fails with {@link ErrorCode#NO_MEMORY} when it is missing. Source: spec
 * hooks.md 7.
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
                  memory.isMissingNode() ? "no memory" : Texts.shortened(memory.toString(), 200)));
    }
    if (mebibytes.isIntegralNumber() && mebibytes.canConvertToLong() && mebibytes.longValue() > 0) {
      out.property("memory_mb", mebibytes);
    } else {
      out.warn(
          "memory_mb is left as it is: the ramdisk reports the installed memory as %s."
              .formatted(Texts.shortened(mebibytes.toString(), 80)));
    }
  }
}
