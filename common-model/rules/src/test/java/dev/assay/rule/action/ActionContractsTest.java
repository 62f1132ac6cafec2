package dev.assay.rule.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.contract.RuleActionContract;
import dev.assay.rule.RuleAction;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests that each built-in action does what every action must do. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ActionContractsTest {
  @Test
  void every_action_is_tested() {
    assertThat(ActionContractsTest.class.getDeclaredClasses())
        .extracting(Class::getSimpleName)
        .containsExactlyInAnyOrderElementsOf(
            ServiceLoader.load(RuleAction.class).stream()
                .map(action -> action.type().getSimpleName() + "Test")
                .toList());
  }

  @Nested
  class AddTraitTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new AddTrait();
    }

    @Override
    protected List<String> examples() {
      return List.of("[\"CUSTOM_NEW\"]");
    }

    @Override
    protected List<String> refused() {
      return List.of("[\"custom\"]", "[null]");
    }
  }

  @Nested
  class ApiCallActionTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new ApiCallAction(AllowedHosts.of(List.of("hook.example.org")));
    }

    @Override
    protected List<String> examples() {
      return List.of(
          "[\"https://hook.example.org/in\"]",
          "{\"url\": \"http://hook.example.org/\", \"headers\": {\"X-Rack\": 7}, \"proxies\": {\"http\": \"http://hook.example.org:3128\"}, \"timeout\": \"2.5\", \"retries\": 0, \"backoff_factor\": 1}");
    }

    @Override
    protected List<String> refused() {
      return List.of(
          "[\"https://evil.example.org/\"]",
          "{\"url\": \"https://hook.example.org/\", \"timeout\": 0}",
          "{\"url\": \"https://hook.example.org/\", \"headers\": {\"Host\": \"a\"}}",
          "{\"url\": \"https://hook.example.org/\", \"proxies\": 1}");
    }
  }

  @Nested
  class DelAttributeTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new DelAttribute();
    }

    @Override
    protected List<String> examples() {
      return List.of("[\"extra/note\"]", "[\"extra.tags\"]");
    }

    @Override
    protected List<String> refused() {
      return List.of("[\"driver\"]", "[\"extra//note\"]", "[[\"extra\"]]");
    }
  }

  @Nested
  class DelPortAttributeTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new DelPortAttribute();
    }

    @Override
    protected List<String> examples() {
      return List.of("[\"52:54:00:0a:00:01\", \"extra/note\"]");
    }

    @Override
    protected List<String> refused() {
      return List.of("[\"52:54:00:0a:00:01\", \"address\"]");
    }
  }

  @Nested
  class ExtendAttributeTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new ExtendAttribute();
    }

    @Override
    protected List<String> examples() {
      return List.of(
          "[\"extra/tags\", \"b\"]",
          "{\"path\": \"extra/new\", \"value\": {\"a\": 1}}",
          "[\"extra/tags\", \"a\"]");
    }

    @Override
    protected List<String> refused() {
      return List.of(
          "[\"extra/note\", \"b\"]", "[\"extra\", \"b\"]", "[\"extra/tags\", \"b\", \"perhaps\"]");
    }
  }

  @Nested
  class ExtendPluginDataTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new ExtendPluginData();
    }

    @Override
    protected List<String> examples() {
      return List.of(
          "[\"tags\", \"b\"]",
          "{\"path\": [\"tags\"], \"value\": \"b\", \"unique\": true}",
          "{\"path\": \"tags\", \"value\": \"b\", \"plugin_data\": {}}");
    }

    @Override
    protected List<String> refused() {
      return List.of("[\"firmware/bios\", \"b\"]", "[1, \"b\"]", "[\"a..b\", \"b\"]");
    }
  }

  @Nested
  class ExtendPortAttributeTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new ExtendPortAttribute();
    }

    @Override
    protected List<String> examples() {
      return List.of("[\"52:54:00:0a:00:01\", \"extra/tags\", \"b\"]");
    }

    @Override
    protected List<String> refused() {
      return List.of(
          "[\"52:54:00:0a:00:01\", \"extra/note\", \"b\"]",
          "[\"52:54:00:0a:00:01\", \"nosuch/tags\", \"b\"]");
    }
  }

  @Nested
  class FailTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new Fail();
    }

    @Override
    protected List<String> examples() {
      return List.of("[\"no GPU\"]");
    }
  }

  @Nested
  class LogTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new Log();
    }

    @Override
    protected List<String> examples() {
      return List.of(
          "[\"found\"]", "[\"found\", \"Warning\"]", "{\"msg\": [1], \"level\": \"critical\"}");
    }

    @Override
    protected List<String> refused() {
      return List.of("[\"found\", \"loud\"]");
    }
  }

  @Nested
  class RemoveTraitTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new RemoveTrait();
    }

    @Override
    protected List<String> examples() {
      return List.of("[\"CUSTOM_RACK\"]", "[\"CUSTOM_OTHER\"]");
    }
  }

  @Nested
  class SetAttributeTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new SetAttribute();
    }

    @Override
    protected List<String> examples() {
      return List.of(
          "[\"extra/note\", \"new\"]",
          "{\"path\": \"extra.a.b\", \"value\": [1]}",
          "[\"driver\", \"fake-hardware\"]");
    }

    @Override
    protected List<String> refused() {
      return List.of("[\"driver_info\", 1]", "[\"uuid\", \"a\"]", "[\"extra/note/deeper\", 1]");
    }
  }

  @Nested
  class SetCapabilityTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new SetCapability();
    }

    @Override
    protected List<String> examples() {
      return List.of("[\"boot_mode\", \"bios\"]", "[\"gpus\", 2]");
    }

    @Override
    protected List<String> refused() {
      return List.of("[\"a:b\", \"c\"]", "[\"a\", \"b,c\"]", "[\"\", \"b\"]");
    }
  }

  @Nested
  class SetPluginDataTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new SetPluginData();
    }

    @Override
    protected List<String> examples() {
      return List.of("[\"firmware/bios\", \"3\"]", "[[\"a\", \"b.c\"], null]");
    }

    @Override
    protected List<String> refused() {
      return List.of("[\"a//b\", 1]", "[\"tags/0\", 1]");
    }
  }

  @Nested
  class SetPortAttributeTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new SetPortAttribute();
    }

    @Override
    protected List<String> examples() {
      return List.of(
          "[\"52:54:00:0a:00:01\", \"extra/note\", \"new\"]",
          "[\"0F4A2C55-53A2-4A44-9F0B-54C4FF9B3F9A\", \"name\", \"eno1\"]");
    }

    @Override
    protected List<String> refused() {
      return List.of(
          "[\"52:54:00:0a:00:01\", \"address\", \"a\"]",
          "[\"52:54:00:0a:00:01\", \"pxe_enabled\", \"perhaps\"]");
    }
  }

  @Nested
  class UnsetCapabilityTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new UnsetCapability();
    }

    @Override
    protected List<String> examples() {
      return List.of("[\"boot_mode\"]");
    }

    @Override
    protected List<String> refused() {
      return List.of("[\"a,b\"]");
    }
  }

  @Nested
  class UnsetPluginDataTest extends RuleActionContract {
    @Override
    protected RuleAction action() {
      return new UnsetPluginData();
    }

    @Override
    protected List<String> examples() {
      return List.of("[\"tags\"]", "[\"nosuch\"]");
    }

    @Override
    protected List<String> refused() {
      return List.of("[1]", "[[\"a\", 1]]");
    }
  }
}
