package dev.assay.rule.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.contract.RuleOperatorContract;
import dev.assay.rule.RuleOperator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests that each built-in operator does what every operator must do. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OperatorContractsTest {
  @Test
  void every_operator_is_tested() {
    assertThat(OperatorContractsTest.class.getDeclaredClasses())
        .extracting(Class::getSimpleName)
        .containsExactlyInAnyOrderElementsOf(
            ServiceLoader.load(RuleOperator.class).stream()
                .map(operator -> operator.type().getSimpleName() + "Test")
                .toList());
  }

  @Nested
  class ContainsTest extends RuleOperatorContract {
    @Override
    protected RuleOperator operator() {
      return new Contains();
    }

    @Override
    protected Map<String, Boolean> examples() {
      return Map.of(
          "[\"a-b-c\", \"b.c\"]",
          true,
          "{\"value\": \"abc\", \"regex\": \"^b\"}",
          false,
          "[12, \"^1\"]",
          true);
    }

    @Override
    protected List<String> refused() {
      return List.of("[\"a\", \"(\"]", "[\"a\", \"(?=a)\"]");
    }
  }

  @Nested
  class EqTest extends RuleOperatorContract {
    @Override
    protected RuleOperator operator() {
      return new Eq();
    }

    @Override
    protected Map<String, Boolean> examples() {
      return Map.of(
          "{\"values\": [1, 1.0, true]}",
          true,
          "[[\"1\", 1]]",
          false,
          "[[\"1\", 1], true]",
          true,
          "[\"a\", \"a\"]",
          true);
    }

    @Override
    protected List<String> refused() {
      return List.of("{\"values\": \"a\"}", "{\"values\": [], \"force_strings\": \"perhaps\"}");
    }
  }

  @Nested
  class GtTest extends RuleOperatorContract {
    @Override
    protected RuleOperator operator() {
      return new Gt();
    }

    @Override
    protected Map<String, Boolean> examples() {
      return Map.of("{\"values\": [3, 2, 1]}", true, "[\"b\", \"a\"]", true, "[1, 1]", false);
    }

    @Override
    protected List<String> refused() {
      return List.of("[1, \"a\"]", "{\"values\": 1}");
    }
  }

  @Nested
  class InNetTest extends RuleOperatorContract {
    @Override
    protected RuleOperator operator() {
      return new InNet();
    }

    @Override
    protected Map<String, Boolean> examples() {
      return Map.of(
          "[\"10.0.0.7\", \"10.0.0.0/24\"]",
          true,
          "[\"10.0.1.7\", \"10.0.0.0/255.255.255.0\"]",
          false,
          "[\"fe80::1\", \"10.0.0.0/24\"]",
          false);
    }

    @Override
    protected List<String> refused() {
      return List.of("[\"10.0.0\", \"10.0.0.0/24\"]", "[\"10.0.0.7\", \"10.0.0.0/33\"]");
    }
  }

  @Nested
  class IsEmptyTest extends RuleOperatorContract {
    @Override
    protected RuleOperator operator() {
      return new IsEmpty();
    }

    @Override
    protected Map<String, Boolean> examples() {
      return Map.of("[\"\"]", true, "[[]]", true, "[\"a\"]", false);
    }
  }

  @Nested
  class IsFalseTest extends RuleOperatorContract {
    @Override
    protected RuleOperator operator() {
      return new IsFalse();
    }

    @Override
    protected Map<String, Boolean> examples() {
      return Map.of("[false]", true, "[\"No\"]", true, "[1]", false);
    }
  }

  @Nested
  class IsNoneTest extends RuleOperatorContract {
    @Override
    protected RuleOperator operator() {
      return new IsNone();
    }

    @Override
    protected Map<String, Boolean> examples() {
      return Map.of("[null]", true, "[\"None\"]", false);
    }
  }

  @Nested
  class IsTrueTest extends RuleOperatorContract {
    @Override
    protected RuleOperator operator() {
      return new IsTrue();
    }

    @Override
    protected Map<String, Boolean> examples() {
      return Map.of("[0.5]", true, "[\"yes\"]", true, "[[true]]", false);
    }
  }

  @Nested
  class LtTest extends RuleOperatorContract {
    @Override
    protected RuleOperator operator() {
      return new Lt();
    }

    @Override
    protected Map<String, Boolean> examples() {
      return Map.of("{\"values\": [1, 2, 3]}", true, "[1, 1]", false);
    }

    @Override
    protected List<String> refused() {
      return List.of("[1, \"a\"]", "{\"values\": 1}");
    }
  }

  @Nested
  class MatchesTest extends RuleOperatorContract {
    @Override
    protected RuleOperator operator() {
      return new Matches();
    }

    @Override
    protected Map<String, Boolean> examples() {
      return Map.of("[\"abc\", \"a.c\"]", true, "[\"abcd\", \"a.c\"]", false);
    }

    @Override
    protected List<String> refused() {
      return List.of("[\"a\", \"[\"]");
    }
  }

  @Nested
  class OneOfTest extends RuleOperatorContract {
    @Override
    protected RuleOperator operator() {
      return new OneOf();
    }

    @Override
    protected Map<String, Boolean> examples() {
      return Map.of("[\"a\", [\"a\", \"b\"]]", true, "[\"b\", \"abc\"]", true, "[\"a\"]", false);
    }

    @Override
    protected List<String> refused() {
      return List.of("[\"a\", 1]");
    }
  }
}
