package dev.assay.simulator.ramdisk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.Misbehaviour;
import dev.assay.simulator.machine.Misbehaviour.Garbage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Serialises callbacks: ASCII, not compressed (spec/ramdisk.md 2). */
public final class Body {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private Body() {}

  /** The bytes that this machine posts, including the effect of its misbehaviour. */
  static byte[] of(Machine machine) {
    return switch (machine.misbehaviour()) {
      case Misbehaviour.PostsGarbage(Garbage garbage) -> garbage(garbage, machine);
      case Misbehaviour.ReportsError(String failure) ->
          bytes(
              machine
                  .payload()
                  .put("error", "The following errors were encountered:\n* " + failure));
      case Misbehaviour.None _,
          Misbehaviour.SlowBoot _,
          Misbehaviour.NeverBoots _,
          Misbehaviour.PostsTwice _,
          Misbehaviour.LosesAnswer _,
          Misbehaviour.BmcRefuses _,
          Misbehaviour.BmcPortClosed _,
          Misbehaviour.BmcHangs _,
          Misbehaviour.BmcAnswersGarbage _,
          Misbehaviour.IgnoresShutdown _ ->
          bytes(machine.payload());
    };
  }

  /** Serialises JSON as the ramdisk does. */
  public static byte[] bytes(JsonNode json) {
    try {
      return JSON.writeValueAsBytes(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree that is in memory can always be written", e);
    }
  }

  private static byte[] garbage(Garbage garbage, Machine machine) {
    return switch (garbage) {
      case NOT_JSON -> "<html>this is not JSON</html>".getBytes(StandardCharsets.US_ASCII);
      case TRUNCATED -> {
        var whole = bytes(machine.payload());
        yield Arrays.copyOf(whole, whole.length / 2);
      }
      case WRONG_SHAPE -> {
        var body = JsonNodeFactory.instance.objectNode();
        body.putObject("inventory").put("interfaces", "none");
        yield bytes(body);
      }
    };
  }
}
