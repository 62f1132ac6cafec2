package dev.assay.deployment.images;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.deployment.engine.Images;
import dev.assay.deployment.engine.Podman;
import dev.assay.stack.Installation;
import java.io.IOException;
import java.nio.file.Path;
import org.cyclonedx.exception.ParseException;
import org.cyclonedx.model.Component;
import org.cyclonedx.parsers.JsonParser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/containers.md says of each image. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@EnabledIfSystemProperty(
    named = "assay.deployment.full",
    matches = "true",
    disabledReason = "builds images and takes minutes: -Dassay.deployment.full=true runs it")
class ImagesIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @BeforeAll
  static void build() {
    Images.build();
  }

  @ParameterizedTest
  @CsvSource({
    "api,        10001:10001, api-service",
    "conductor,  10001:10001, conductor-service",
    "standalone, 10001:10001, standalone",
    "pxe-filter, '',          pxe-filter-service"
  })
  void an_image_says_what_it_is_and_is_root_only_where_it_must_be(
      String image, String user, String service) throws IOException {
    var config = config(image);

    assertThat(config.path("User").asText()).isEqualTo(user);
    assertThat(config.at("/Entrypoint/1").asText()).isEqualTo(service);
    for (var label : new String[] {"title", "description", "version", "revision", "licenses"}) {
      assertThat(config.path("Labels").path("org.opencontainers.image." + label).asText())
          .as(label)
          .isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"api", "conductor", "pxe-filter", "standalone"})
  void no_file_can_be_changed_by_everyone(String image) {
    var found =
        Podman.run(
            "run",
            "--rm",
            "--user=0",
            "--entrypoint=find",
            Images.of(image),
            "/etc",
            "/opt",
            "/usr/lib/assay",
            "/usr/local",
            "/var",
            "-xdev",
            "!",
            "-type",
            "l",
            "-perm",
            "-0002",
            "!",
            "-perm",
            "-1000");

    assertThat(found).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"api", "conductor", "pxe-filter", "standalone"})
  void the_list_of_what_is_in_it_is_valid_and_has_libraries_and_packages(String image)
      throws IOException, ParseException {
    var file = bom(image).toFile();

    assertThat(new JsonParser().validate(file)).isEmpty();
    var components = new JsonParser().parse(file).getComponents();
    assertThat(components)
        .extracting(Component::getPurl)
        .doesNotHaveDuplicates()
        .anySatisfy(it -> assertThat(it).startsWith("pkg:maven/io.quarkus/quarkus-core@"))
        .anySatisfy(it -> assertThat(it).startsWith("pkg:deb/debian/libc6@"));
  }

  private static JsonNode config(String image) throws IOException {
    return JSON.readTree(Podman.run("image", "inspect", Images.of(image))).at("/0/Config");
  }

  private static Path bom(String image) {
    return Installation.root().resolve("target/images/" + image + ".cdx.json");
  }
}
