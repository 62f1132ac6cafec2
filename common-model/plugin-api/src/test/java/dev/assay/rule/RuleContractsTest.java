package dev.assay.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.contract.RuleActionContract;
import dev.assay.contract.RuleOperatorContract;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments.ArgumentSet;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the contract tests of operators and actions find mistakes. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleContractsTest {
  private static final Argument<String> TEXT = Argument.required("text", ArgumentType.TEXT);
  private static final Argument<JsonNode> MORE =
      Argument.optional("more", ArgumentType.JSON, JsonNodeFactory.instance.objectNode());
  private static final Argument<Boolean> WRONG_DEFAULT =
      Argument.optional("flag", ArgumentType.FLAG, TextNode.valueOf("perhaps"));
  private static final Path NOTE = Path.parse("extra/note");

  /** Holds for a text of at most three characters. */
  private static class IsShort implements RuleOperator {
    @Override
    public String name() {
      return "is-short";
    }

    @Override
    public Arguments arguments() {
      return Arguments.of(TEXT, MORE);
    }

    @Override
    public boolean test(ArgumentValues given) {
      return required(given).length() <= 3;
    }
  }

  /** Sets a note of the node. */
  private static class Note implements RuleAction {
    @Override
    public String name() {
      return "note";
    }

    @Override
    public Arguments arguments() {
      return Arguments.of(TEXT, MORE);
    }

    @Override
    public void run(ArgumentValues given, RuleScope scope) {
      scope.node().set(NOTE, TextNode.valueOf(required(given)));
    }
  }

  private static String required(ArgumentValues given) {
    var text = given.get(TEXT);
    if (text.isEmpty()) {
      throw new IllegalArgumentException("the text is empty");
    }
    return text;
  }

  static Stream<ArgumentSet> faulty_operators() {
    return Stream.of(
        fault(
            "has a name with dashes",
            new IsShort() {
              @Override
              public String name() {
                return "Is short";
              }
            }),
        fault("names each argument once and the required ones first", declares(MORE, TEXT)),
        fault("names each argument once and the required ones first", declares(TEXT, TEXT)),
        fault(
            "declares the same arguments every time",
            new IsShort() {
              @Override
              public Arguments arguments() {
                var own = new Object(); // so that each time it is another type
                var type = ArgumentType.of(value -> own.equals(value) ? "" : value.text());
                return Arguments.of(Argument.required("text", type), MORE);
              }
            }),
        fault(
            "can read the values of arguments that are not given",
            declares(TEXT, MORE, WRONG_DEFAULT)),
        fault(
            "keeps nothing but its options",
            new IsShort() {
              private String last = "";

              @Override
              public boolean test(ArgumentValues given) {
                last = required(given);
                return last.length() <= 3;
              }
            }),
        fault(
            "decides as its examples say",
            new IsShort() {
              @Override
              public boolean test(ArgumentValues given) {
                return !super.test(given);
              }
            }),
        fault(
            "refuses wrong arguments with a sentence",
            new IsShort() {
              @Override
              public boolean test(ArgumentValues given) {
                return given.get(TEXT).length() <= 3;
              }
            }),
        fault(
            "refuses wrong arguments with a sentence",
            new IsShort() {
              @Override
              public boolean test(ArgumentValues given) {
                try {
                  return super.test(given);
                } catch (IllegalArgumentException e) {
                  throw new IllegalArgumentException(null, e);
                }
              }
            }),
        fault(
            "decides on nonsense or refuses it with a sentence",
            new IsShort() {
              @Override
              public boolean test(ArgumentValues given) {
                return super.test(given) && ((ObjectNode) given.get(MORE)).isEmpty();
              }
            }),
        fault(
            "changes no argument",
            new IsShort() {
              @Override
              public boolean test(ArgumentValues given) {
                given.get(MORE).withObject("/seen");
                return super.test(given);
              }
            }),
        fault(
            "decides the same every time and in every thread",
            new IsShort() {
              private final AtomicInteger calls = new AtomicInteger();

              @Override
              public boolean test(ArgumentValues given) {
                return super.test(given) && calls.incrementAndGet() % 2 == 1;
              }
            }));
  }

  private static IsShort declares(Argument<?>... arguments) {
    return new IsShort() {
      @Override
      public Arguments arguments() {
        return Arguments.of(arguments);
      }
    };
  }

  static Stream<ArgumentSet> faulty_actions() {
    return Stream.of(
        fault(
            "has a name with dashes",
            new Note() {
              @Override
              public String name() {
                return "";
              }
            }),
        fault(
            "can be used",
            new Note() {
              @Override
              public Optional<String> refusal() {
                return Optional.of("it is Sunday");
              }
            }),
        fault(
            "does something in each example",
            new Note() {
              @Override
              public void run(ArgumentValues given, RuleScope scope) {
                required(given);
              }
            }),
        fault(
            "accepts its examples when a rule is created",
            new Note() {
              @Override
              public void check(ConstantArguments given, Phase phase) {
                if (phase == Phase.PREPROCESS) {
                  throw new IllegalArgumentException("too soon");
                }
              }
            }),
        fault(
            "needs no node if it is for phase early",
            new Note() {
              @Override
              public boolean early() {
                return true;
              }
            }),
        fault(
            "refuses wrong arguments with a sentence and changes nothing",
            new Note() {
              @Override
              public void run(ArgumentValues given, RuleScope scope) {
                scope.node().remove(NOTE);
                super.run(given, scope);
              }
            }),
        fault(
            "does nonsense or refuses it with a sentence",
            new Note() {
              @Override
              public void run(ArgumentValues given, RuleScope scope) {
                super.run(given, scope);
                ((ObjectNode) given.get(MORE)).put("more", 1);
              }
            }),
        fault(
            "says in words what it attempts and reads no argument for that",
            new Note() {
              @Override
              public String attempt(ArgumentValues given) {
                return "note " + given.get(TEXT);
              }
            }),
        fault(
            "changes no argument",
            new Note() {
              @Override
              public void run(ArgumentValues given, RuleScope scope) {
                super.run(given, scope);
                given.get(MORE).withObject("/seen");
              }
            }),
        fault(
            "does the same every time and in every thread",
            new Note() {
              private final AtomicInteger calls = new AtomicInteger();

              @Override
              public void run(ArgumentValues given, RuleScope scope) {
                scope.node().set(NOTE, TextNode.valueOf(required(given) + calls.incrementAndGet()));
              }
            }));
  }

  private static ArgumentSet fault(String found, Object step) {
    return org.junit.jupiter.params.provider.Arguments.argumentSet(found, found, step);
  }

  @Test
  void sound_ones_pass() {
    assertThat(failed(contract(new IsShort()))).isEmpty();
    assertThat(failed(contract(new Note()))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("faulty_operators")
  void a_faulty_operator_fails(String test, RuleOperator operator) {
    assertThat(failed(contract(operator))).contains(test);
  }

  @ParameterizedTest
  @MethodSource("faulty_actions")
  void a_faulty_action_fails(String test, RuleAction action) {
    assertThat(failed(contract(action))).contains(test);
  }

  private static RuleOperatorContract contract(RuleOperator operator) {
    return new RuleOperatorContract() {
      @Override
      protected RuleOperator operator() {
        return operator;
      }

      @Override
      protected Map<String, Boolean> examples() {
        return Map.of("{\"text\": \"abc\", \"more\": {}}", true, "[\"abcd\"]", false);
      }

      @Override
      protected List<String> refused() {
        return List.of("[\"\"]");
      }
    };
  }

  private static RuleActionContract contract(RuleAction action) {
    return new RuleActionContract() {
      @Override
      protected RuleAction action() {
        return action;
      }

      @Override
      protected List<String> examples() {
        return List.of("{\"text\": \"abc\", \"more\": {}}");
      }

      @Override
      protected List<String> refused() {
        return List.of("[\"\"]");
      }
    };
  }

  /** Runs the tests of a contract and returns those that failed. */
  private static List<String> failed(Object contract) {
    var failed = new ArrayList<String>();
    for (Class<?> type = contract.getClass(); type != null; type = type.getSuperclass()) {
      Arrays.stream(type.getDeclaredMethods())
          .filter(method -> method.isAnnotationPresent(Test.class))
          .filter(method -> !passes(method, contract))
          .forEach(method -> failed.add(method.getName().replace('_', ' ')));
    }
    return failed;
  }

  private static boolean passes(Method test, Object contract) {
    try {
      test.setAccessible(true);
      test.invoke(contract);
      return true;
    } catch (InvocationTargetException _) {
      return false;
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
