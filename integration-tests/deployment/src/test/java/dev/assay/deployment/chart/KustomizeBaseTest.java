package dev.assay.deployment.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * The kustomize base is the chart with its values as they are. Run with {@code
 * -Dassay.docs.write=true} to write it again.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KustomizeBaseTest {
  private static final String BASE = "deploy/kubernetes/kustomize/base/assay.yaml";
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  @Test
  void the_base_is_the_chart() throws IOException {
    var wanted = rendered();
    if (Boolean.getBoolean("assay.docs.write")) {
      Files.writeString(Project.file(BASE), wanted);
    }
    assertThat(Project.text(BASE))
        .as("%s is generated: run this test with -Dassay.docs.write=true", BASE)
        .isEqualTo(wanted);
  }

  @Test
  void the_base_says_the_same_when_it_is_read_and_nothing_of_helm() {
    var base = Manifests.read(Project.text(BASE));
    assertThat(base.objects()).isNotEmpty().allSatisfy(KubernetesSchemas::check);
    assertThat(base.objects().toString()).doesNotContainIgnoringCase("helm");
    assertThat(base.objects())
        .containsExactlyElementsOf(
            Variant.DEFAULTS.render().objects().stream()
                .map(KustomizeBaseTest::withoutHelm)
                .toList());
  }

  @Test
  void the_example_changes_objects_that_are_there() throws IOException {
    var example =
        YAML.readTree(Project.text("deploy/kubernetes/kustomize/example/kustomization.yaml"));
    assertThat(example.path("resources").toString()).isEqualTo("[\"../base\"]");
    var base = Manifests.read(Project.text(BASE));
    for (var patch : example.path("patches")) {
      var target = patch.path("target");
      base.require(target.path("kind").asText(), target.path("name").asText());
    }
    var text = Project.text(BASE);
    for (var image : example.path("images")) {
      assertThat(text).contains("image: " + image.path("name").asText() + ":");
    }
  }

  private static String rendered() throws JsonProcessingException {
    var text = new StringBuilder("# Rendered from deploy/kubernetes/assay by KustomizeBaseTest.\n");
    for (var object : Variant.DEFAULTS.render().objects()) {
      text.append(YAML.writeValueAsString(withoutHelm(object)));
    }
    return text.toString();
  }

  /** Without the labels by which Helm knows its objects. */
  private static JsonNode withoutHelm(JsonNode object) {
    var copy = object.<JsonNode>deepCopy();
    for (var labels : copy.findValues("labels")) {
      if (labels instanceof ObjectNode these) {
        these.remove("helm.sh/chart");
        these.remove("app.kubernetes.io/managed-by");
      }
    }
    return copy;
  }
}
