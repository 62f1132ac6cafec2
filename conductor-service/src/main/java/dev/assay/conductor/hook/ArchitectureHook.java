package dev.assay.conductor.hook;

import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.error.ShortText;
import dev.assay.hook.Changes;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;

/**
 * Records the CPU architecture.
 *
 * <p>Sets property {@code cpu_arch} to {@code inventory.cpu.architecture}, also when that is an
 * empty text. Fails with {@link ErrorCode#NO_ARCHITECTURE} when it is missing, null or not a text.
 * Source: spec hooks.md 6.
 */
public final class ArchitectureHook implements InspectionHook {
  @Override
  public String name() {
    return "architecture";
  }

  @Override
  public void process(HookInput in, Changes out) {
    var cpu = in.inventory().member("cpu");
    var architecture = cpu.path("architecture");
    if (!architecture.isTextual()) {
      throw new InspectionFailure(
          ErrorCode.NO_ARCHITECTURE,
          "Inventory for node %1$s is invalid: Inventory has malformed or missing CPU architecture information: %2$s for node %1$s."
              .formatted(
                  in.node(),
                  cpu.isMissingNode() ? "no cpu" : ShortText.shortened(cpu.toString(), 200)));
    }
    out.property("cpu_arch", architecture);
  }
}
