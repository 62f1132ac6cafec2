package dev.assay.simulator.hardware;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The placeholders that every template has; the description of this package explains them. */
final class Placeholders {
  private static final Map<String, Placeholder> BY_NAME =
      Stream.of(
              text("address", (machine, _) -> machine.address()),
              text("bmc-address", (machine, _) -> machine.bmcAddress()),
              text("bmc-v6-address", (machine, _) -> machine.bmcV6Address()),
              text("uuid", (machine, _) -> machine.uuid().toString()),
              text(
                  "serial PREFIX, LENGTH",
                  (machine, in) -> machine.serial(in.text(0), in.number(1))),
              text("hex PURPOSE, DIGITS", (machine, in) -> machine.hex(in.text(0), in.number(1))),
              text("mac PREFIX, SLOT", (machine, in) -> machine.mac(in.text(0), in.number(1))),
              text("bmc-mac PREFIX", (machine, in) -> machine.mac(in.text(0), Identity.BMC_SLOT)),
              text("link-local MAC", (_, in) -> Identity.linkLocal(in.text(0))),
              text("dashed MAC", (_, in) -> in.text(0).replace(':', '-')),
              text("upper TEXT", (_, in) -> in.text(0).toUpperCase(Locale.ROOT)),
              text("logs", (machine, _) -> Logs.of(machine)),
              json("lldp NUMBER", (machine, in) -> Lldp.of(machine, in.number(0)).json()),
              json(
                  "lldp-short NUMBER", (machine, in) -> Lldp.of(machine, in.number(0)).shortJson()),
              json("pci-bridge NUMBER", (_, in) -> PciDevices.bridge(in.number(0))))
          .collect(Collectors.toMap(each -> each.usage().name(), Function.identity()));

  private record Placeholder(Usage usage, BiFunction<Identity, Usage, JsonNode> value) {}

  /** A placeholder as it is written: a name and arguments, such as {@code mac b8:59:9f, 0}. */
  private record Usage(String text, String name, List<String> arguments) {
    private static final Pattern COMMA = Pattern.compile(", ");

    static Usage of(String text) {
      var parts = text.split(" ", 2);
      var arguments = parts.length == 1 ? List.<String>of() : List.of(COMMA.split(parts[1], -1));
      return new Usage(text, parts[0], arguments);
    }

    String text(int argument) {
      return arguments.get(argument);
    }

    int number(int argument) {
      try {
        return Integer.parseInt(arguments.get(argument));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("${%s} needs a number".formatted(text), e);
      }
    }
  }

  private Placeholders() {}

  /**
   * The value of a placeholder for a machine.
   *
   * @param placeholder without the braces
   * @throws IllegalArgumentException if there is no such placeholder, or its arguments are wrong
   */
  static JsonNode value(String placeholder, Identity machine) {
    var usage = Usage.of(placeholder);
    var known = BY_NAME.get(usage.name());
    if (known == null) {
      throw new IllegalArgumentException(
          "unknown placeholder ${%s}; besides its own values, a template has %s"
              .formatted(placeholder, usages()));
    }
    if (usage.arguments().size() != known.usage().arguments().size()) {
      throw new IllegalArgumentException(
          "${%s} is not of the form ${%s}".formatted(placeholder, known.usage().text()));
    }
    return known.value().apply(machine, usage);
  }

  private static String usages() {
    return BY_NAME.values().stream()
        .map(each -> "${%s}".formatted(each.usage().text()))
        .sorted()
        .collect(joining(", "));
  }

  private static Placeholder text(String usage, BiFunction<Identity, Usage, String> value) {
    return json(usage, value.andThen(TextNode::valueOf));
  }

  private static Placeholder json(String usage, BiFunction<Identity, Usage, JsonNode> value) {
    return new Placeholder(Usage.of(usage), value);
  }
}
