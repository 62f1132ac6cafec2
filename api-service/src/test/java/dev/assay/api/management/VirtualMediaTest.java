package dev.assay.api.management;

import static dev.assay.api.testing.Answers.fault;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.ScriptedConductor;
import dev.assay.api.testing.Site;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Virtual media of spec api.md 10.13. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class VirtualMediaTest {
  private static final String URL = "http://192.0.2.9/rescue.iso";
  private static final String BODY =
      "{\"device_type\":\"cdrom\",\"image_url\":\"%s\"}".formatted(URL);

  @Inject Site site;
  @Inject ScriptedConductor conductor;

  @BeforeEach
  void open() {
    site.open();
  }

  @AfterEach
  void leave() {
    conductor.leave();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {URL, "https://files.example:8443/a/b.iso?token=%20x", "HTTP://[2001:db8::1]/x"})
  void are_inserted_by_a_conductor(String image) {
    hears(
        node -> post(node, BODY.replace(URL, image)),
        node -> new ConductorRequest.InsertCd(node, URI.create(image)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"http\"", "null"})
  void are_read_by_the_bmc_itself(String source) {
    hears(
        node -> post(node, BODY.replace("}", ",\"image_download_source\":%s}".formatted(source))),
        node -> new ConductorRequest.InsertCd(node, URI.create(URL)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?device_types=", "?device_types=cdrom", "?device_types=CDROM,cdrom"})
  void are_ejected_by_a_conductor(String query) {
    hears(node -> delete(node, query), ConductorRequest.EjectCd::new);
  }

  private void hears(Function<String, Response> sent, Function<NodeId, ConductorRequest> heard) {
    var node = site.node();
    conductor.answers(new ConductorReply.Done());

    var answer = sent.apply(node);

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(204);
    assertThat(answer.asString()).isEmpty();
    assertThat(conductor.heard())
        .containsExactly(
            new ScriptedConductor.Heard("fake-hardware", "", heard.apply(NodeId.of(node))));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "\"floppy\" | \"http://h/i\"     | device_type must be cdrom",
        "\"usb\"    | \"http://h/i\"     | device_type must be cdrom",
        "\"\"       | \"http://h/i\"     | device_type must have 1 to 255 characters",
        "null       | \"http://h/i\"     | device_type is mandatory",
        "1          | \"http://h/i\"     | device_type must be a string",
        "\"cdrom\"  | null             | image_url is mandatory",
        "\"cdrom\"  | 1                | image_url must be a string",
        "\"cdrom\"  | \"\"             | image_url must have 1 to 2000 characters",
        "\"cdrom\"  | \"ftp://h/i\"      | image_url must have the scheme http or https",
        "\"cdrom\"  | \"file:///i\"      | image_url must have the scheme http or https",
        "\"cdrom\"  | \"/i.iso\"         | image_url must have the scheme http or https",
        "\"cdrom\"  | \"http:///i\"      | image_url has no host",
        "\"cdrom\"  | \"http:i\"         | image_url has no host",
        "\"cdrom\"  | \"http://h/a b\"   | image_url is not a URL"
      })
  void a_bad_request_is_400_and_says_what_is_wrong(String type, String url, String why) {
    var body = "{\"device_type\":%s,\"image_url\":%s}".formatted(type, url);

    assertThat(fault(post(site.node(), body), 400)).contains(why);
    assertThat(conductor.heard()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"device_type\":\"cdrom\",\"image_url\":\"http://h/i\",\"more\":1}",
        "{\"device_type\":\"cdrom\",\"image_url\":\"http://h/i\",\"image_download_source\":\"local\"}"
      })
  void other_bad_requests_are_400_too(String body) {
    assertThat(fault(post(site.node(), body), 400)).isNotBlank();
    assertThat(conductor.heard()).isEmpty();
  }

  @Test
  void a_url_has_2000_characters_at_most() {
    var longest = URL + "?" + "x".repeat(2000 - URL.length() - 1);
    conductor.answers(new ConductorReply.Done());
    var node = site.node();

    assertThat(post(node, BODY.replace(URL, longest)).statusCode()).isEqualTo(204);
    assertThat(fault(post(node, BODY.replace(URL, longest + "x")), 400))
        .contains("image_url must have 1 to 2000 characters, but has 2001");
  }

  @Test
  void of_other_types_are_refused_with_the_one_that_there_is() {
    assertThat(fault(delete(site.node(), "?device_types=cdrom,floppy"), 400))
        .isEqualTo(
            "Invalid parameter: device_types must be cdrom, the only type that is supported, not"
                + " floppy.");
    assertThat(conductor.heard()).isEmpty();
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({"NODE_LOCKED, 409", "CONFLICT, 409", "UNSUPPORTED, 400", "BMC_REFUSED, 500"})
  void a_conductors_refusal_reaches_the_client_with_its_sentence(ErrorCode code, int status) {
    var node = site.node();
    conductor.answers(new ConductorReply.Refused(code, "This is why."));

    assertThat(fault(post(node, BODY), status)).isEqualTo("This is why.");
    assertThat(fault(delete(node, ""), status)).isEqualTo("This is why.");
  }

  @Test
  void are_not_there_before_their_version() {
    var node = site.node();
    conductor.answers(new ConductorReply.Done());

    assertThat(site.at(88).body(BODY).post(path(node)).statusCode()).isEqualTo(404);
    assertThat(site.at(88).delete(path(node)).statusCode()).isEqualTo(404);
    assertThat(conductor.heard()).isEmpty();
    assertThat(site.at(89).body(BODY).post(path(node)).statusCode()).isEqualTo(204);
    assertThat(site.at(89).delete(path(node)).statusCode()).isEqualTo(204);
  }

  @Test
  void need_a_node_that_has_a_conductor_and_a_bmc() {
    var orphan = site.node();
    site.set(orphan, "conductor_group", "nobody");

    assertThat(fault(post("nobody", BODY), 404)).isEqualTo("Node nobody could not be found.");
    assertThat(fault(delete("nobody", ""), 404)).isEqualTo("Node nobody could not be found.");
    assertThat(fault(post(orphan, BODY), 404)).startsWith("No valid host was found.");
    assertThat(fault(post(site.node("{\"driver\":\"redfish\"}"), BODY), 400))
        .contains("redfish_address");
    assertThat(conductor.heard()).isEmpty();
  }

  @Test
  void are_not_shown() {
    var refused = site.api().get(path(site.node()));

    assertThat(refused.statusCode()).isEqualTo(405);
    assertThat(refused.header("Allow")).isEqualTo("DELETE, POST");
  }

  private Response post(String node, String body) {
    return site.api().body(body).post(path(node));
  }

  private Response delete(String node, String query) {
    return site.api().delete(path(node) + query);
  }

  private static String path(String node) {
    return "/v1/nodes/%s/vmedia".formatted(node);
  }
}
