package dev.assay.api.description;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the OpenAPI document is served; {@link ApiDescriptionTest} checks its content. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ServedDescriptionTest {
  @ParameterizedTest
  @CsvSource({
    "/openapi,      application/json, application/json",
    "/openapi,      text/html,        application/yaml",
    "/openapi.json, text/html,        application/json",
    "/openapi.yaml, text/html,        application/yaml"
  })
  void is_open_to_all_and_never_a_web_page(String path, String wanted, String type) {
    var answer = given().header("Accept", wanted).get(path);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.contentType()).startsWith(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/openapi", "/q/openapi", "/swagger-ui", "/q/swagger-ui"})
  void is_nowhere_else(String path) {
    var answer = given().get(path);

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(given().post("/openapi").contentType()).startsWith("application/json");
  }
}
