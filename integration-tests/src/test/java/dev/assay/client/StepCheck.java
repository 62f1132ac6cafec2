package dev.assay.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.client.Expectation.AtVersions;
import dev.assay.client.Expectation.Eventually;
import dev.assay.client.Expectation.Fails;
import dev.assay.client.Expectation.Field;
import dev.assay.client.Expectation.Keep;
import dev.assay.client.Expectation.NoRow;
import dev.assay.client.Expectation.NothingElse;
import dev.assay.client.Expectation.Refused;
import dev.assay.client.Expectation.Row;
import dev.assay.client.Expectation.Rows;
import dev.assay.client.Expectation.Says;
import dev.assay.client.Journey.Step;
import dev.assay.client.OpenStackCommand.Outcome;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;

/** Compares the result of a command with the expectations of the journey at one version. */
final class StepCheck {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final Pattern REFUSAL =
      Pattern.compile("not supported by the (requested|client's negotiated API) version");

  private final Step step;
  private final JourneyVersion version;
  private final Placeholders placeholders;

  StepCheck(Step step, JourneyVersion version, Placeholders placeholders) {
    this.step = step;
    this.version = version;
    this.placeholders = placeholders;
  }

  /** Whether the command must print JSON. */
  static boolean readsWhatIsPrinted(Step step) {
    return step.expectations().stream()
        .map(AtVersions::expectation)
        .anyMatch(
            expectation ->
                switch (expectation) {
                  case Fails _, Refused _, Says _, Eventually _ -> false;
                  case Rows _, Row _, NoRow _, Field _, NothingElse _, Keep _ -> true;
                });
  }

  /** Fails with a list of all differences. */
  void accept(Outcome outcome) {
    var soft = new SoftAssertions();
    int status = words((outcome.out() + " " + outcome.err()).replaceAll("\\s+", " "), soft);
    soft.assertThat(outcome.status()).as("exit status of %s", outcome).isEqualTo(status);
    soft.assertAll();
    if (status == 0 && readsWhatIsPrinted(step)) {
      printed(outcome.json(), soft);
      soft.assertAll();
    }
  }

  /**
   * Checks the expected texts, up to the first expected failure; returns the expected exit status.
   */
  private int words(String said, SoftAssertions soft) {
    for (var expectation : step.at(version)) {
      if (expectation instanceof Fails(var status, var text)) {
        soft.assertThat(said).contains(placeholders.fill(text));
        return status;
      }
      if (expectation instanceof Refused) {
        soft.assertThat(said).containsPattern(REFUSAL);
        return 1;
      }
      if (expectation instanceof Says(var text)) {
        soft.assertThat(said).contains(placeholders.fill(text));
      }
    }
    return 0;
  }

  /** Checks the lines in order; those after a row are about that row. */
  private void printed(JsonNode printed, SoftAssertions soft) {
    var fields = new Fields(printed, soft);
    for (var line : step.expectations()) {
      if (line.includes(version)) {
        if (line.expectation() instanceof Row(var cell)) {
          fields.noneHidden();
          fields = new Fields(row(printed, placeholders.fill(cell)), soft);
        } else {
          look(line.expectation(), printed, fields, soft);
        }
      } else if (line.expectation() instanceof Field(var name, _)) {
        fields.hidden(name);
      }
    }
    fields.noneHidden();
  }

  private void look(Expectation expectation, JsonNode printed, Fields fields, SoftAssertions soft) {
    switch (expectation) {
      case Rows(var count) -> soft.assertThat(printed).hasSize(count);
      case NoRow(var cell) ->
          soft.assertThat(printed).noneMatch(row -> has(row, placeholders.fill(cell)));
      case Field(var name, var value) -> fields.require(name, placeholders.fill(value));
      case Keep(var name, var word) -> placeholders.keep(word, fields.require(name, "..."));
      case NothingElse _ -> fields.nothingElse();
      case Row _, Fails _, Refused _, Says _, Eventually _ -> {}
    }
  }

  private static JsonNode row(JsonNode table, String cell) {
    return table
        .valueStream()
        .filter(row -> has(row, cell))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row has " + cell + ": " + table));
  }

  private static boolean has(JsonNode row, String cell) {
    return row.valueStream().anyMatch(value -> value.asText().equals(cell));
  }

  /** The fields of one object or one row. */
  private static final class Fields {
    private static final JsonNode EMPTY = TextNode.valueOf("");

    private final JsonNode object;
    private final SoftAssertions soft;
    private final Set<String> seen = new HashSet<>();
    private final Set<String> hidden = new HashSet<>();

    Fields(JsonNode object, SoftAssertions soft) {
      this.object = object;
      this.soft = soft;
    }

    String require(String name, String value) {
      seen.add(name);
      var field = object.path(name);
      if (value.equals("...")) {
        soft.assertThat(field.isNull() || (field.asText().isEmpty() && field.isEmpty()))
            .as("%s is nothing in %s", name, object)
            .isFalse();
      } else if (value.equals("*")) {
        soft.assertThat(object.has(name)).as("%s in %s", name, object).isTrue();
      } else {
        soft.assertThat(field).as("%s of %s", name, object).isEqualTo(value(value));
      }
      return field.asText();
    }

    /** Marks a field as absent at this version, unless another line gives it a value. */
    void hidden(String name) {
      hidden.add(name);
    }

    void noneHidden() {
      hidden.removeAll(seen);
      for (var name : hidden) {
        var field = object.path(name);
        soft.assertThat(field.isMissingNode() || field.equals(EMPTY))
            .as("%s, which is not of this version, is not in %s", name, object)
            .isTrue();
      }
    }

    void nothingElse() {
      soft.assertThat(object.fieldNames()).toIterable().containsExactlyInAnyOrderElementsOf(seen);
    }

    private static JsonNode value(String text) {
      try {
        return JSON.readTree(text);
      } catch (JsonProcessingException e) {
        return TextNode.valueOf(text);
      }
    }
  }
}
