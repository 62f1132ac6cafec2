package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Changes JSON trees at random places into what a broken or hostile ramdisk could send. */
final class Mutations {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\u0000",
          "a\u0000b",
          "\uD800",
          "null",
          "none",
          "-1",
          "1e400",
          "0x10",
          "1_0",
          "a:b",
          "a,b",
          "a,b:c",
          "%",
          "fe80::1%",
          "::/0",
          "::ffff:10.0.0.1",
          "999.1.1.1",
          "01-",
          "-",
          "00:00:00:00:00:00",
          "FF:FF:FF:FF:FF:FF",
          "{0}%s$1",
          "<or>",
          "ß→😀",
          "x".repeat(5_000));

  private static final List<String> HINTS =
      List.of(
          "<or> a <or> b",
          "<or>",
          "<in>",
          "<in> ata",
          "<all-in> a b",
          "<range-in> [ 100 900 ]",
          "<range-in> ( 9 1 )",
          "<range-in> [",
          "= 100",
          "== 447",
          ">= 1",
          "s== x",
          "s!= x",
          "s>= a",
          "!= x",
          "100",
          "/dev/sda",
          "true",
          "maybe");

  private static final List<String> HINT_NAMES =
      List.of(
          "model",
          "vendor",
          "serial",
          "wwn",
          "name",
          "hctl",
          "by_path",
          "size",
          "rotational",
          "tran",
          "nosuch",
          "volume_name");

  private final RandomGenerator random;

  Mutations(RandomGenerator random) {
    this.random = random;
  }

  /** Changes {@code root} in place, at one to four places. */
  void change(ObjectNode root) {
    for (var i = random.nextInt(4); i >= 0; i--) {
      changeOne(root);
    }
  }

  /** Changes the bytes or the shape of one TLV somewhere in {@code root}, in place. */
  void changeLldp(ObjectNode root) {
    List<ArrayNode> packets = new ArrayList<>();
    root.path("lldp_raw").forEach(tlvs -> addPacket(tlvs, packets));
    root.path("inventory").path("interfaces").forEach(nic -> addPacket(nic.path("lldp"), packets));
    if (packets.isEmpty()) {
      return;
    }
    var packet = one(packets);
    var tlv = packet.isEmpty() ? packet.addArray() : packet.get(random.nextInt(packet.size()));
    switch (random.nextInt(6)) {
      case 0 -> packet.addArray().add(random.nextInt(130) - 1).add(hex(random.nextInt(40)));
      case 1 -> packet.addArray().add(127).add(one(OUIS) + hex(random.nextInt(12)));
      case 2 -> packet.add(scalar());
      default -> changeTlv(tlv);
    }
  }

  private static final List<String> OUIS = List.of("0080c2", "00120f", "0012bb", "ffffff", "00");

  private void changeTlv(JsonNode tlv) {
    if (!(tlv instanceof ArrayNode pair) || pair.size() < 2) {
      return;
    }
    var text = pair.get(1).asText();
    switch (random.nextInt(7)) {
      case 0 -> pair.set(1, TextNode.valueOf(text.substring(0, random.nextInt(text.length() + 1))));
      case 1 -> pair.set(1, TextNode.valueOf(text + hex(random.nextInt(600))));
      case 2 -> pair.set(1, scalar());
      case 3 -> pair.set(0, scalar());
      case 4 -> pair.add(scalar());
      case 5 -> pair.remove(random.nextInt(2));
      default -> pair.set(1, TextNode.valueOf(withOtherByte(text)));
    }
  }

  private String withOtherByte(String hex) {
    if (hex.length() < 2) {
      return hex(1);
    }
    var at = random.nextInt(hex.length() / 2) * 2;
    return hex.substring(0, at) + hex(1) + hex.substring(at + 2);
  }

  /** Properties of a node as an operator might have set them, sensible or not. */
  ObjectNode properties() {
    var properties = JSON.objectNode();
    if (random.nextInt(4) == 0) {
      properties.set("root_device", random.nextInt(8) == 0 ? scalar() : hints());
    }
    if (random.nextInt(6) == 0) {
      var skipped = properties.putArray("skip_block_devices");
      for (var i = random.nextInt(3); i >= 0; i--) {
        skipped.add(random.nextInt(8) == 0 ? scalar() : hints());
      }
    }
    if (random.nextInt(2) == 0) {
      properties.set(
          "capabilities", random.nextInt(6) == 0 ? scalar() : TextNode.valueOf("a:b,c:d"));
    }
    return properties;
  }

  private ObjectNode hints() {
    var hints = JSON.objectNode();
    for (var i = random.nextInt(3); i >= 0; i--) {
      hints.set(one(HINT_NAMES), random.nextInt(4) == 0 ? scalar() : TextNode.valueOf(one(HINTS)));
    }
    return hints;
  }

  private void changeOne(JsonNode root) {
    var at = root;
    while (true) {
      var inner = containers(at);
      if (inner.isEmpty() || random.nextInt(3) == 0) {
        break;
      }
      at = one(inner);
    }
    if (at instanceof ObjectNode object) {
      changeMember(object);
    } else if (at instanceof ArrayNode array) {
      changeItem(array);
    }
  }

  private void changeMember(ObjectNode object) {
    var names = object.properties().stream().map(Map.Entry::getKey).toList();
    var name = names.isEmpty() ? one(TEXTS) : one(names);
    switch (random.nextInt(4)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(one(TEXTS), object.path(name).deepCopy());
      default -> object.set(name, value());
    }
  }

  private void changeItem(ArrayNode array) {
    var at = array.isEmpty() ? 0 : random.nextInt(array.size());
    switch (random.nextInt(4)) {
      case 0 -> array.insert(at, value());
      case 1 -> {
        if (!array.isEmpty()) {
          array.remove(at);
        }
      }
      case 2 -> {
        if (!array.isEmpty()) {
          array.add(array.get(at).deepCopy());
        }
      }
      default -> {
        if (!array.isEmpty()) {
          array.set(at, value());
        }
      }
    }
  }

  private JsonNode value() {
    return switch (random.nextInt(8)) {
      case 0 -> JSON.objectNode();
      case 1 -> JSON.arrayNode().add(scalar()).add(scalar());
      case 2 -> JSON.objectNode().set(one(TEXTS), scalar());
      case 3 -> deep();
      default -> scalar();
    };
  }

  /** The intake bounds the depth to 25. */
  private JsonNode deep() {
    var top = JSON.arrayNode();
    var at = top;
    for (var level = random.nextInt(18); level > 0; level--) {
      at = at.addArray();
    }
    return top;
  }

  private JsonNode scalar() {
    return switch (random.nextInt(9)) {
      case 0 -> JSON.nullNode();
      case 1 -> JSON.booleanNode(random.nextBoolean());
      case 2 -> JSON.numberNode(random.nextInt());
      case 3 -> JSON.numberNode(random.nextLong());
      case 4 -> JSON.numberNode(random.nextDouble(-1e6, 1e6));
      case 5 -> JSON.numberNode(new BigInteger(400, new Random(random.nextLong())));
      case 6 -> JSON.numberNode(new BigDecimal("-1e-" + random.nextInt(900)));
      default -> TextNode.valueOf(one(TEXTS));
    };
  }

  private static void addPacket(JsonNode tlvs, List<ArrayNode> packets) {
    if (tlvs instanceof ArrayNode packet) {
      packets.add(packet);
    }
  }

  private static List<JsonNode> containers(JsonNode node) {
    List<JsonNode> inner = new ArrayList<>();
    node.forEach(
        child -> {
          if (child.isContainerNode()) {
            inner.add(child);
          }
        });
    return inner;
  }

  private String hex(int bytes) {
    var text = new StringBuilder(2 * bytes);
    for (var i = 0; i < bytes; i++) {
      text.append("%02x".formatted(random.nextInt(256)));
    }
    return text.toString();
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
