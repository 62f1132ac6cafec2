package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ShortText;
import dev.assay.hook.Changes;
import dev.assay.hook.HookConfig;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.inventory.WholeNumber;
import java.util.ArrayList;

/**
 * Turns the list that the collector extra-hardware sends into an object.
 *
 * <p>Reads plugin data {@code data}, an array of {@code ["disk", "sda", "size", "480"]}; writes
 * plugin data {@code extra}, here {@code {"disk": {"sda": {"size": 480}}}}, and removes {@code
 * data}. Whole numbers as text become numbers. Data of another shape stay as they are, with a
 * warning; with the option {@code extra-hardware-strict} every item must have exactly four
 * elements, and data of another shape are removed. Source: spec hooks.md 13.
 */
public final class ExtraHardwareHook implements InspectionHook {
  private static final String DATA = "data";
  private static final int LENGTH = 4;

  private final boolean strict;

  /** Creates a hook that is not strict. */
  public ExtraHardwareHook() {
    this(false);
  }

  private ExtraHardwareHook(boolean strict) {
    this.strict = strict;
  }

  @Override
  public String name() {
    return "extra-hardware";
  }

  @Override
  public InspectionHook configured(HookConfig config) {
    return new ExtraHardwareHook(config.extraHardwareStrict());
  }

  @Override
  public void process(HookInput in, Changes out) {
    var data = out.pluginData(DATA);
    if (data.isMissingNode()) {
      out.warn("The ramdisk sent no data of the collector extra-hardware.");
      return;
    }
    if (!isValid(data)) {
      refuse(out);
      return;
    }
    out.pluginData("extra", extra(data, out));
    out.removePluginData(DATA);
  }

  private boolean isValid(JsonNode data) {
    return data.isArray()
        && data.valueStream()
            .allMatch(item -> item.isArray() && (!strict || item.size() == LENGTH));
  }

  private void refuse(Changes out) {
    if (strict) {
      out.warn("Plugin data data is removed: it is no list of lists of four elements each.");
      out.removePluginData(DATA);
    } else {
      out.warn("Plugin data data is left as it is: it is no list of lists.");
    }
  }

  private static ObjectNode extra(JsonNode data, Changes out) {
    var extra = JsonNodeFactory.instance.objectNode();
    var unusable = new ArrayList<JsonNode>();
    for (var item : data) {
      if (!item.isEmpty() && !put(item, extra)) {
        unusable.add(item);
      }
    }
    if (!unusable.isEmpty()) {
      out.warn(
          "%d items of plugin data data are left out, too short or with lists or objects as keys; the first is %s."
              .formatted(
                  unusable.size(), ShortText.shortened(unusable.getFirst().toString(), 200)));
    }
    return extra;
  }

  /**
   * Adds one item; returns false when it has no value, though the objects of its first keys may be
   * added.
   */
  private static boolean put(JsonNode item, ObjectNode extra) {
    var place = extra;
    for (int level = 0; level < 2; level++) {
      if (!isKey(item.path(level))) {
        return false;
      }
      place = place.withObjectProperty(item.path(level).asText());
    }
    if (item.size() < LENGTH || !isKey(item.path(2))) {
      return false;
    }
    place.set(item.path(2).asText(), value(item.path(3)));
    return true;
  }

  private static boolean isKey(JsonNode key) {
    return key.isValueNode();
  }

  private static JsonNode value(JsonNode given) {
    if (given.isBoolean()) {
      return IntNode.valueOf(given.booleanValue() ? 1 : 0);
    }
    return given.isTextual()
        ? WholeNumber.parse(given.textValue()).<JsonNode>map(BigIntegerNode::valueOf).orElse(given)
        : given;
  }
}
