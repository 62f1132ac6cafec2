package dev.assay.api.node.trait;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The traits of a node: spec api.md 10.8. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class TraitsTest {
  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  @Test
  void a_new_node_has_none() {
    assertThat(traits(site.node())).isEqualTo("[]");
  }

  @Test
  void a_list_replaces_all_of_them_and_the_node_shows_them() {
    var node = site.node();
    replace(node, "\"CUSTOM_A\"").then().statusCode(204);

    replace(node, "\"HW_CPU_X86_VMX\",\"CUSTOM_B\",\"CUSTOM_B\"").then().statusCode(204);

    assertThat(traits(node)).isEqualTo("[\"CUSTOM_B\",\"HW_CPU_X86_VMX\"]");
    assertThat(ok(site.api().get("/v1/nodes/" + node), 200).path("traits").toString())
        .isEqualTo("[\"CUSTOM_B\",\"HW_CPU_X86_VMX\"]");
  }

  @Test
  void one_is_added_and_has_an_address() {
    var node = site.node();

    var answer = site.api().put("/v1/nodes/" + node + "/traits/CUSTOM_A");

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.header("Location")).endsWith("/v1/nodes/" + node + "/traits/CUSTOM_A");
    site.api().put("/v1/nodes/" + node + "/traits/CUSTOM_A").then().statusCode(204);
    assertThat(traits(node)).isEqualTo("[\"CUSTOM_A\"]");
  }

  @Test
  void one_is_removed_and_is_unknown_then() {
    var node = site.node();
    replace(node, "\"CUSTOM_A\",\"CUSTOM_B\"");

    site.api().delete("/v1/nodes/" + node + "/traits/CUSTOM_A").then().statusCode(204);

    assertThat(traits(node)).isEqualTo("[\"CUSTOM_B\"]");
    assertThat(fault(site.api().delete("/v1/nodes/" + node + "/traits/CUSTOM_A"), 404))
        .isEqualTo("Node %s doesn't have the trait CUSTOM_A.".formatted(node));
  }

  @Test
  void all_are_removed() {
    var node = site.node();
    replace(node, "\"CUSTOM_A\"");

    site.api().delete("/v1/nodes/" + node + "/traits").then().statusCode(204);

    assertThat(traits(node)).isEqualTo("[]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{\"traits\":null}",
        "{\"traits\":\"CUSTOM_A\"}",
        "{\"traits\":[1]}",
        "{\"traits\":[\"custom_a\"]}",
        "{\"traits\":[\"CUSTOM_\"]}",
        "{\"traits\":[\"A\"]}",
        "{\"traits\":[\"CUSTOM_A B\"]}",
        "{\"traits\":[\"CUSTOM_A\"],\"more\":1}"
      })
  void a_bad_list_is_400_and_changes_nothing(String body) {
    var node = site.node();
    replace(node, "\"CUSTOM_KEPT\"");

    fault(site.api().body(body).put("/v1/nodes/" + node + "/traits"), 400);

    assertThat(traits(node)).isEqualTo("[\"CUSTOM_KEPT\"]");
  }

  @Test
  void fifty_are_enough() {
    var node = site.node();
    replace(node, names(50)).then().statusCode(204);

    fault(site.api().put("/v1/nodes/" + node + "/traits/CUSTOM_ONE_MORE"), 400);
    fault(replace(node, names(51)), 400);

    assertThat(ok(site.api().get("/v1/nodes/" + node + "/traits"), 200).path("traits")).hasSize(50);
  }

  @Test
  void a_trait_in_the_path_takes_no_body_but_an_empty_object() {
    var node = site.node();
    var path = "/v1/nodes/" + node + "/traits/CUSTOM_A";

    fault(site.api().body("{\"traits\":[\"CUSTOM_B\"]}").put(path), 400);
    fault(site.api().body("[]").put(path), 400);
    site.api().body("{}").put(path).then().statusCode(204);

    assertThat(traits(node)).isEqualTo("[\"CUSTOM_A\"]");
  }

  @Test
  void a_name_like_a_standard_one_is_not_taken() {
    assertThat(
            fault(site.api().put("/v1/nodes/" + site.node() + "/traits/HW_CPU_X86_NO_SUCH"), 400))
        .contains("HW_CPU_X86_NO_SUCH", "os-traits");
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({"PUT,/CUSTOM_A,", "PUT,'',CUSTOM_A", "DELETE,/CUSTOM_A,", "DELETE,'',"})
  void nothing_is_changed_while_a_conductor_works_on_the_node(
      String method, String path, String trait) {
    var node = site.node();
    replace(node, "\"CUSTOM_A\"");
    site.lease(node, "c1.example");
    var request = site.api();
    if (trait != null) {
      request.body("{\"traits\":[\"%s\"]}".formatted(trait));
    }

    fault(request.request(method, "/v1/nodes/" + node + "/traits" + path), 409);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "GET,'',406",
    "PUT,'',405",
    "DELETE,'',404",
    "PUT,/CUSTOM_A,405",
    "DELETE,/CUSTOM_A,404"
  })
  void before_version_37_there_are_none(String method, String path, int status) {
    var answer = site.at(36).request(method, "/v1/nodes/" + site.node() + "/traits" + path);

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.header("Allow")).isEqualTo(status == 405 ? "GET" : null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "DELETE", "PUT"})
  void of_an_unknown_node_are_404_whatever_is_sent(String method) {
    fault(site.api().request(method, "/v1/nodes/nobody/traits"), 404);
    if (method.equals("PUT")) {
      fault(site.api().body("{\"a\":1}").put("/v1/nodes/nobody/traits/CUSTOM_A"), 404);
      fault(site.api().put("/v1/nodes/nobody/traits/junk"), 404);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"%s\"", "[\"%s\"]"})
  void what_is_refused_is_not_repeated_whole(String sent) {
    var names = sent.formatted("x".repeat(100_000));

    assertThat(fault(replace(site.node(), names), 400)).contains("xxx").hasSizeLessThan(600);
  }

  private Response replace(String node, String names) {
    return site.api()
        .body("{\"traits\":[%s]}".formatted(names))
        .put("/v1/nodes/" + node + "/traits");
  }

  private String traits(String node) {
    return ok(site.api().get("/v1/nodes/" + node + "/traits"), 200).path("traits").toString();
  }

  private static String names(int count) {
    return IntStream.range(0, count)
        .mapToObj("\"CUSTOM_%d\""::formatted)
        .collect(Collectors.joining(","));
  }
}
