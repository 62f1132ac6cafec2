package dev.assay.conductor.hook;

import dev.assay.error.ShortText;
import dev.assay.hook.Changes;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;

/**
 * Records how the machine booted.
 *
 * <p>Sets capability {@code boot_mode} to {@code inventory.boot.current_boot_mode}, "uefi" or
 * "bios"; warns when there is none. Source: spec hooks.md 9.
 */
public final class BootModeHook implements InspectionHook {
  @Override
  public String name() {
    return "boot-mode";
  }

  @Override
  public void process(HookInput in, Changes out) {
    var mode = in.inventory().member("boot").path("current_boot_mode");
    if (mode.isTextual() && mode.textValue().indexOf(',') < 0) {
      out.capability("boot_mode", mode.textValue());
    } else {
      out.warn(
          "The inventory does not say how the machine booted (%s): boot_mode stays as it is."
              .formatted(
                  mode.isMissingNode() ? "nothing" : ShortText.shortened(mode.toString(), 80)));
    }
  }
}
