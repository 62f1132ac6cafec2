package dev.assay.conductor.hook.lldp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.conductor.hook.lldp.Tlv.Unparsable;
import dev.assay.storedjson.StoredJson;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Whatever a switch sends, the reader returns a value and does not throw. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RandomTlvsTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int[] ORGANIZATIONS = {Ieee8021.OUI, Ieee8023.OUI, LldpMed.OUI, 0x000142};

  private final Random random = new Random(20_260_815);
  private final TlvReader reader = TlvReader.ofAll(true);

  @Test
  void a_hundred_thousand_values_give_a_TLV_each() {
    Set<Class<?>> seen = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      var type = random.nextInt(10) < 5 ? 127 : random.nextInt(10);
      var tlv = reader.read(JSON.arrayNode().add(type).add(value(type)));

      seen.add(tlv.getClass());
      if (tlv instanceof Unparsable(var why)) {
        assertThat(why).isNotBlank().hasSizeLessThan(100);
      }
      var keys = SwitchKeys.of(List.of(tlv)).values();
      assertThat(StoredJson.read(StoredJson.write(keys), JsonNode.class)).hasSize(keys.size());
    }
    assertThat(seen).as("kinds of TLV that came up").containsAll(kinds().toList());
  }

  /** Half of them begin as a TLV does that has a meaning. */
  private String value(int type) {
    var bytes = new byte[random.nextInt(20) == 0 ? random.nextInt(600) : random.nextInt(14)];
    random.nextBytes(bytes);
    if (random.nextBoolean() && bytes.length > 4) {
      if (type == 127) {
        var organization = ORGANIZATIONS[random.nextInt(ORGANIZATIONS.length)];
        bytes[0] = (byte) (organization >> 16);
        bytes[1] = (byte) (organization >> 8);
        bytes[2] = (byte) organization;
        bytes[3] = (byte) random.nextInt(13);
      } else {
        bytes[0] = (byte) random.nextInt(9);
        bytes[1] = (byte) random.nextInt(7);
      }
      for (int i = 4; i < bytes.length; i++) {
        bytes[i] &= (byte) (random.nextInt(4) == 0 ? 0x00 : 0x3F); // ASCII, small numbers
      }
    }
    var hex = HexFormat.of().formatHex(bytes);
    return random.nextInt(50) == 0 ? hex.replace('1', (char) random.nextInt(0xFFFF)) : hex;
  }

  private static Stream<Class<?>> kinds() {
    return Stream.of(Tlv.class, Tlv.Med.class)
        .flatMap(type -> Stream.<Class<?>>of(type.getPermittedSubclasses()))
        .filter(Class::isRecord);
  }
}
