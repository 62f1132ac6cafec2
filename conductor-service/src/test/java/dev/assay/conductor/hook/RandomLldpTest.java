package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Run;
import dev.assay.conductor.pipeline.Settings;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** No LLDP data make an inspection fail; single TLVs are shuffled in RandomTlvsTest. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RandomLldpTest {
  private static final List<JsonNode> ODD =
      List.of(
          Run.json("null"),
          Run.json("true"),
          Run.json("-1"),
          Run.json("1e300"),
          Run.json("''"),
          Run.json("'\\u0000'"),
          Run.json("[]"),
          Run.json("[[]]"),
          Run.json("[1,'zz']"),
          Run.json("{}"),
          Run.json("{'name':[1]}"));

  private final Random random = new Random(20_260_816);

  @Test
  void of_any_shape_fails_no_inspection() {
    var hooks =
        Settings.pipeline(
            List.of("validate-interfaces", "ports", "local-link-connection", "parse-lldp"),
            Map.of("assay.inspector.add-ports", "all"));
    var payload = Sample.of("02-gpu-many-pci").payload();
    for (int i = 0; i < 2_000; i++) {
      var inventory = (ObjectNode) payload.path("inventory").deepCopy();
      var data = StoredJson.object();
      data.set("lldp_raw", changed(payload.path("lldp_raw")));
      data.set("parsed_lldp", odd());
      data.set("lldp_status", odd());
      for (var nic : inventory.path("interfaces")) {
        ((ObjectNode) nic).set("lldp", changed(Run.json("[[1,'04001c7300aabb'],[5,'61']]")));
      }

      var result = Run.of(inventory).pluginData(data).with(hooks);

      assertThat(result.outcome()).as("%s", data).isInstanceOf(PipelineOutcome.Done.class);
    }
  }

  /** A copy in which odd values stand at random places. */
  private JsonNode changed(JsonNode value) {
    if (random.nextInt(20) == 0) {
      return odd();
    }
    if (value.isArray()) {
      var array = StoredJson.MAPPER.createArrayNode();
      value.forEach(item -> array.add(changed(item)));
      return array;
    }
    if (value.isObject()) {
      var object = StoredJson.object();
      value.properties().forEach(member -> object.set(member.getKey(), changed(member.getValue())));
      return object;
    }
    return value;
  }

  private JsonNode odd() {
    return ODD.get(random.nextInt(ODD.size())).deepCopy();
  }
}
