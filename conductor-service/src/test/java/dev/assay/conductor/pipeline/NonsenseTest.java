package dev.assay.conductor.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.hook.Changes;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.hook.KnownPort;
import dev.assay.id.MacAddress;
import dev.assay.storedjson.StoredJson;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a hook does wrong, only its inspection fails, with an error that names the hook and the
 * reason.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class NonsenseTest {
  private static final KnownPort PORT = KnownPort.found(MacAddress.of("52:54:00:00:00:01"), true);

  /** A hook that does one thing. */
  private record Wrong(String name, Consumer<Changes> does) implements InspectionHook {
    @Override
    public void process(HookInput in, Changes out) {
      does.accept(out);
    }
  }

  static Stream<Arguments> nonsense() {
    return Stream.of(
        wrong("property x is a Java null", out -> out.property("x", nothing())),
        wrong("a name has 1 to 255", out -> out.property("", TextNode.valueOf("x"))),
        wrong("a name has 1 to 255", out -> out.property(nothing(), TextNode.valueOf("x"))),
        wrong("a name has 1 to 255", out -> out.pluginData("a\u0000b", TextNode.valueOf("x"))),
        wrong("property x is POJO", out -> out.property("x", new POJONode(new Object()))),
        wrong("property x is BINARY", out -> out.property("x", new BinaryNode(new byte[3]))),
        wrong("property x is MISSING", out -> out.property("x", MissingNode.getInstance())),
        wrong(
            "property x is not a finite number",
            out -> out.property("x", new DoubleNode(Double.NaN))),
        wrong(
            "property x is not a finite number, or has more than 1000 digits",
            out -> out.property("x", new DecimalNode(new BigDecimal("1E+1000000")))),
        wrong("plugin data x is POJO", out -> out.pluginData("x", inside(new POJONode(1)))),
        wrong("property x has", out -> out.property("x", TextNode.valueOf("a".repeat(2_000_000)))),
        wrong("property x is nested deeper", out -> out.property("x", deep(100_000))),
        wrong("capability \"r\" cannot be \"a,b\"", out -> out.capability("r", "a,b")),
        wrong("capability \"a:b\" cannot be", out -> out.capability("a:b", "c")),
        wrong("capability \"a,b\" cannot be", out -> out.capability("a,b", "c")),
        wrong("capability \"r\" cannot be \"null\"", out -> out.capability("r", nothing())),
        wrong("the node has no port 52:54:00:00:00:01", out -> out.updatePort(PORT)),
        wrong(
            "physical_network of port 52:54:00:00:00:01 has 65 characters",
            out -> out.addPort(PORT.withPhysicalNetwork("x".repeat(65)))),
        wrong(
            "extra of port 52:54:00:00:00:01 is POJO",
            out ->
                out.addPort(
                    new KnownPort(
                        PORT.address(),
                        true,
                        StoredJson.object().set("x", new POJONode(1)),
                        StoredJson.object(),
                        null))));
  }

  @ParameterizedTest(name = "{0} {index}")
  @MethodSource("nonsense")
  void is_refused_where_it_is_said(String reason, InspectionHook hook) {
    var result = Run.of("{}").with(hook);

    assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Failed.class);
    assertThat(((PipelineOutcome.Failed) result.outcome()).code()).isEqualTo(ErrorCode.HOOK_FAILED);
    assertThat(result.sentence()).contains("Error: hook wrong: " + reason);
  }

  @Test
  void a_failure_without_code_or_text_is_a_failure_all_the_same() {
    var withoutCode =
        Run.of("{}")
            .with(
                new Wrong(
                    "wrong",
                    _ -> {
                      throw new InspectionFailure(nothing(), "why");
                    }));
    var withoutText =
        Run.of("{}")
            .with(
                new Wrong(
                    "wrong",
                    _ -> {
                      throw new UnreadableException();
                    }));

    assertThat(((PipelineOutcome.Failed) withoutCode.outcome()).code())
        .isEqualTo(ErrorCode.HOOK_FAILED);
    assertThat(withoutText.sentence())
        .contains("UnreadableException", "hook wrong: its message cannot be read");
  }

  private static final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("not even this");
    }
  }

  @Test
  void a_step_that_was_kept_changes_nothing_any_more() {
    List<Changes> kept = new ArrayList<>();
    var result =
        Run.of("{}")
            .with(
                new Wrong("early", kept::add),
                new Wrong(
                    "late",
                    out -> kept.getFirst().property("x", JsonNodeFactory.instance.nullNode())));

    assertThat(result.sentence()).contains("hook late: the hook's step is over");
    assertThat(result.changes().properties()).isEmpty();
  }

  @Test
  void what_a_hook_reads_is_a_copy() {
    var result =
        Run.of("{'boot':{'a':1},'interfaces':[{'name':'e0'}]}")
            .properties(Run.json("{'x':{'y':1}}"))
            .pluginData(Run.json("{'p':{'q':1}}"))
            .port(PORT.withExtra("k", "v"))
            .with(
                new Wrong(
                    "wrong",
                    out -> {
                      empty(out.property("x"));
                      empty(out.pluginData("p"));
                      empty(out.ports().getFirst().extra());
                    }));

    assertThat(result.changes().properties().toString()).isEqualTo("{\"x\":{\"y\":1}}");
    assertThat(result.changes().pluginData().toString()).isEqualTo("{\"p\":{\"q\":1}}");
    assertThat(result.changes().ports()).containsExactly(PORT.withExtra("k", "v"));
    assertThat(result.changes().updatedPorts()).isEmpty();
  }

  @Test
  void a_thousand_warnings_are_a_hundred_and_a_number() {
    var result =
        Run.of("{}")
            .with(
                new Wrong(
                    "wrong",
                    out -> {
                      for (var i = 0; i < 1000; i++) {
                        out.warn("w" + i + "x".repeat(10_000));
                      }
                    }));
    var warnings = result.outcome().trace().hooks().getLast().warnings();

    assertThat(warnings).hasSize(101).allSatisfy(text -> assertThat(text).hasSizeLessThan(501));
    assertThat(warnings.getLast()).isEqualTo("and 900 more");
  }

  @Nested
  class A_hook_that_does_not_come_back {
    private static final String LIMIT = "100ms";
    private final CountDownLatch end = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean spinning = true;

    @AfterEach
    void let_go() {
      spinning = false;
      end.countDown();
    }

    @Test
    void is_given_up_by_name() {
      var result = run(new Wrong("deaf", _ -> spin()));

      assertThat(((PipelineOutcome.Failed) result.outcome()).code())
          .isEqualTo(ErrorCode.HOOK_TIMEOUT);
      assertThat(result.sentence()).isEqualTo("Hook deaf did not return within 100 ms.");
      assertThat(result.outcome().trace().hooks().getLast())
          .satisfies(
              last -> {
                assertThat(last.hook()).isEqualTo("deaf");
                assertThat(last.failure()).isEqualTo("did not return within 100 ms");
                assertThat(last.micros()).isGreaterThanOrEqualTo(100_000);
              });
    }

    @Test
    void is_interrupted() {
      var interrupted = new CountDownLatch(1);
      var result =
          run(
              new Wrong(
                  "waiting",
                  _ -> {
                    try {
                      end.await();
                    } catch (InterruptedException _) {
                      interrupted.countDown();
                    }
                  }));

      assertThat(result.sentence()).startsWith("Hook waiting did not return");
      assertThat(reached(interrupted)).isTrue();
    }

    @Test
    void changes_nothing_later_and_the_hooks_behind_it_do_not_run() {
      var behind = new CountDownLatch(1);
      var hooks =
          new InspectionHook[] {
            new Wrong(
                "deaf",
                out -> {
                  spin();
                  out.property("x", TextNode.valueOf("late"));
                  over.countDown();
                }),
            new Wrong("behind", _ -> behind.countDown())
          };
      var result = run(hooks);
      spinning = false;

      assertThat(reached(over)).isTrue();
      assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Failed.class);
      assertThat(behind.getCount()).isOne();
    }

    @Test
    void is_not_begun_a_third_time_while_two_are_still_out() {
      var hook = new Wrong("deaf", _ -> spin());
      var pipeline =
          Settings.pipeline(
              Map.of("assay.inspector.hooks", "deaf", "assay.inspector.hook-timeout", LIMIT),
              Hooks.of(List.of(hook)));
      var first = Run.of("{}").with(pipeline);
      var second = Run.of("{}").with(pipeline);
      var third = Run.of("{}").with(pipeline);

      assertThat(first.sentence()).contains("did not return");
      assertThat(second.sentence()).contains("did not return");
      assertThat(third.sentence())
          .contains(
              "Hook deaf is not run: earlier runs of it have not returned."
                  + " Restart the conductor, or remove it from the list of hooks.");
    }

    private Run.Result run(InspectionHook... hooks) {
      return Run.of("{}").option("hook-timeout", LIMIT).with(hooks);
    }

    private void spin() {
      while (spinning) {
        Thread.onSpinWait();
      }
    }

    private static boolean reached(CountDownLatch latch) {
      try {
        return latch.await(10, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static Arguments wrong(String reason, Consumer<Changes> does) {
    return arguments(reason, new Wrong("wrong", does));
  }

  private static JsonNode inside(JsonNode value) {
    return JsonNodeFactory.instance.arrayNode().add(value);
  }

  private static JsonNode deep(int levels) {
    var top = JsonNodeFactory.instance.arrayNode();
    var at = top;
    for (var level = 0; level < levels; level++) {
      at = at.addArray();
    }
    return top;
  }

  private static void empty(JsonNode object) {
    ((ObjectNode) object).removeAll();
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what a hook may not give
  private static <T> T nothing() {
    return null;
  }
}
