package dev.assay.conductor.hook.rootdevice;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.inventory.Disk;
import dev.assay.storedjson.StoredJson;
import java.math.BigDecimal;

/** Disks and hints, written in JSON with single quotes. */
final class Given {
  private Given() {}

  static void refuses(String hints, String sentence) {
    assertThatThrownBy(() -> parse(hints))
        .isInstanceOf(InvalidHint.class)
        .hasMessageContaining(sentence.replace('\'', '"'));
  }

  static RootDeviceHints model(String hint) {
    return RootDeviceHints.parse(JsonNodeFactory.instance.objectNode().put("model", hint));
  }

  static RootDeviceHints size(String hint) {
    return RootDeviceHints.parse(JsonNodeFactory.instance.objectNode().put("size", hint));
  }

  static RootDeviceHints parse(String hints) {
    return RootDeviceHints.parse(json(hints));
  }

  static Disk ofModel(String model) {
    return new Disk(JsonNodeFactory.instance.objectNode().put("model", model));
  }

  static Disk diskOf(BigDecimal gib) {
    var bytes = gib.multiply(BigDecimal.valueOf(1L << 30)).longValue();
    return new Disk(JsonNodeFactory.instance.objectNode().put("size", bytes));
  }

  static Disk disk(String fields) {
    return new Disk(json(fields));
  }

  static JsonNode json(String text) {
    return StoredJson.read(text.replace('\'', '"'), JsonNode.class);
  }
}
