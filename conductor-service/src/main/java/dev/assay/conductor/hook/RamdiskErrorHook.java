package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.error.ShortText;
import dev.assay.hook.Changes;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;

/**
 * Fails the inspection when the ramdisk reports an error.
 *
 * <p>Reads plugin data {@code error}; changes nothing. Fails with {@link ErrorCode#RAMDISK_ERROR}.
 * Source: spec hooks.md 3.
 */
public final class RamdiskErrorHook implements InspectionHook {
  /** Characters of the ramdisk's text that go into an error; all of it stays in the payload. */
  private static final int MAX_SHOWN = 4000;

  @Override
  public String name() {
    return "ramdisk-error";
  }

  @Override
  public void preprocess(HookInput in, Changes out) {
    var error = out.pluginData("error");
    if (saysSomething(error)) {
      var text = error.isTextual() ? error.textValue() : error.toString();
      throw new InspectionFailure(
          ErrorCode.RAMDISK_ERROR,
          "Ramdisk reported error: " + ShortText.shortened(text, MAX_SHOWN));
    }
  }

  private static boolean saysSomething(JsonNode value) {
    return switch (value.getNodeType()) {
      case MISSING, NULL -> false;
      case STRING -> !value.textValue().isEmpty();
      case BOOLEAN -> value.booleanValue();
      case NUMBER -> value.decimalValue().signum() != 0;
      case ARRAY, OBJECT -> !value.isEmpty();
      case BINARY, POJO -> true;
    };
  }
}
