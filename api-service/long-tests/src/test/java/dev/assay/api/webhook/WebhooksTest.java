package dev.assay.api.webhook;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.OptionalFeatures;
import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Webhooks, docs/spec/api.md 9.16. */
@QuarkusTest
@TestProfile(OptionalFeatures.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class WebhooksTest {
  private static final String HOOKS = "/v1/webhooks";
  private static final String URL = "https://hooks.example.org/assay?token=abc";
  private static final String SECRET = "sixteen characters at least";

  @Inject Site site;

  @BeforeEach
  @AfterEach
  void clear() {
    site.open();
    site.run("delete from webhook");
    site.run("delete from node");
  }

  @Test
  void one_is_created_with_a_secret_of_the_service_which_is_shown_once() {
    var created = ok(site.api().body("{\"url\":\"%s\"}".formatted(URL)).post(HOOKS), 201);
    var uuid = created.path("uuid").asText();

    assertThat(created.path("secret").asText()).hasSize(43);
    assertThat(created.path("enabled").asBoolean()).isTrue();
    assertThat(created.path("state").asText()).isEqualTo("working");
    assertThat(created.path("events").isEmpty()).isTrue();
    var shown = ok(site.api().get(HOOKS + "/" + uuid), 200);
    assertThat(shown.path("secret").asText()).isEqualTo("******");
    assertThat(shown.path("url").asText()).isEqualTo(URL);
    assertThat(shown.path("waiting").asInt()).isZero();
    var listed = ok(site.at(1).get(HOOKS), 200).path("webhooks");
    assertThat(listed).hasSize(1);
    assertThat(listed.get(0).has("secret")).isFalse();
  }

  @Test
  void a_secret_that_is_given_is_never_shown() {
    var created =
        ok(
            site.api()
                .body("{\"url\":\"%s\",\"secret\":\"%s\"}".formatted(URL, SECRET))
                .post(HOOKS),
            201);

    assertThat(created.path("secret").asText()).isEqualTo("******");
    assertThat((String) site.ask("select cast(w as text) from webhook w"))
        .doesNotContain(SECRET)
        .doesNotContain("token");
  }

  @Test
  void one_that_cannot_be_decrypted_says_so_until_url_and_secret_are_set_again() {
    var uuid = create("{}").path("uuid").asText();
    create("{}");
    site.run(
        "update webhook set target = (select w.target from webhook w where w.uuid <> webhook.uuid)");
    var hook = HOOKS + "/" + uuid;
    var why =
        "The URL and the secret of webhook %s cannot be decrypted: put the key that the log names back into the key file, or set both again."
            .formatted(uuid);

    assertThat(ok(site.api().get(HOOKS), 200).path("webhooks")).hasSize(2);
    var shown = ok(site.api().get(hook), 200);
    assertThat(shown.path("url").asText()).isEqualTo("******");
    assertThat(shown.path("last_error").asText()).isEqualTo(why);
    var url = "{\"op\":\"replace\",\"path\":\"/url\",\"value\":\"%s\"}".formatted(URL);
    var secret = "{\"op\":\"replace\",\"path\":\"/secret\",\"value\":\"%s\"}".formatted(SECRET);
    assertThat(fault(site.api().body("[%s]".formatted(url)).patch(hook), 409)).isEqualTo(why);

    var patched = ok(site.api().body("[%s,%s]".formatted(url, secret)).patch(hook), 200);
    assertThat(patched.path("url").asText()).isEqualTo(URL);
    assertThat(patched.path("last_error").isNull()).isTrue();
  }

  @Test
  void conditions_are_checked_and_names_of_nodes_become_uuids() {
    var node = site.node("{\"driver\":\"fake-hardware\",\"name\":\"rack-7\"}");

    var created = create("{\"node\":\"rack-7\",\"stage\":[\"error\",\"finished\"],\"error\":true}");

    assertThat(created.path("events").toString())
        .isEqualTo(
            "{\"node\":[\"%s\"],\"stage\":[\"error\",\"finished\"],\"error\":true}"
                .formatted(node));
  }

  @Test
  void attributes_are_patched_and_others_stay() {
    var uuid = create("{\"error\":true}").path("uuid").asText();
    site.run(
        """
        update webhook set failures = 3, enabled = false, given_up_at = now(),
          failing_since = now() - interval '3 days', due_at = now() + interval '1 h'
        """);
    assertThat(ok(site.api().get(HOOKS + "/" + uuid), 200).path("state").asText())
        .isEqualTo("given up");

    var patched =
        ok(
            site.api()
                .body(
                    """
                    [{"op": "replace", "path": "/enabled", "value": true},
                     {"op": "add", "path": "/description", "value": "ours"}]
                    """)
                .patch(HOOKS + "/" + uuid),
            200);

    assertThat(patched.path("state").asText()).isEqualTo("working");
    assertThat(patched.path("failing_since").isNull()).isTrue();
    assertThat(patched.path("description").asText()).isEqualTo("ours");
    assertThat(patched.path("url").asText()).isEqualTo(URL);
    assertThat(patched.path("secret").asText()).isEqualTo("******");
    assertThat(patched.path("events").path("error").asBoolean()).isTrue();
    assertThat(site.ask("select due_at <= now() from webhook")).isEqualTo(true);
  }

  @Test
  void a_test_is_ordered() {
    var uuid = create("{}").path("uuid").asText();

    assertThat(site.api().post(HOOKS + "/" + uuid + "/test").statusCode()).isEqualTo(202);

    assertThat(site.ask("select test_due from webhook")).isEqualTo(true);
    ok(site.api().post(HOOKS + "/" + UUID.randomUUID() + "/test"), 404);
  }

  @Test
  void a_deleted_one_is_gone() {
    var uuid = create("{}").path("uuid").asText();

    assertThat(site.api().delete(HOOKS + "/" + uuid).statusCode()).isEqualTo(204);

    ok(site.api().get(HOOKS + "/" + uuid), 404);
    ok(site.api().delete(HOOKS + "/" + uuid), 404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                              | url is mandatory",
        "{\"url\":\"https://other.example.org/\"}                        | host other.example.org is not listed in assay.webhooks.hosts",
        "{\"url\":\"https://169.254.169.254/latest/meta-data\"}          | is not listed in assay.webhooks.hosts",
        "{\"url\":\"ftp://hooks.example.org/\"}                          | it must be an http or https URL",
        "{\"url\":\"https://me:pw@hooks.example.org/\"}                  | without a user",
        "{\"url\":\"https://hooks.example.org/\",\"secret\":\"short\"}   | must have 16 to 255 characters",
        "{\"url\":\"https://hooks.example.org/\",\"events\":{\"a\":1}}   | Unknown condition 'a'",
        "{\"url\":\"https://hooks.example.org/\",\"events\":{\"stage\":\"x\"}} | Unknown stage 'x'",
        "{\"url\":\"https://hooks.example.org/\",\"events\":{\"node\":7}} | must be a text, or a list",
        "{\"url\":\"https://hooks.example.org/\",\"state\":\"x\"}        | is not a field that can be set"
      })
  void what_cannot_work_is_refused_and_nothing_is_stored(String body, String sentence) {
    assertThat(fault(site.api().body(body).post(HOOKS), 400)).contains(sentence);
    assertThat(site.ask("select count(*) from webhook")).isEqualTo(0L);
  }

  @Test
  void the_secret_cannot_be_removed() {
    var uuid = create("{}").path("uuid").asText();

    assertThat(
            fault(
                site.api()
                    .body("[{\"op\":\"remove\",\"path\":\"/secret\"}]")
                    .patch(HOOKS + "/" + uuid),
                400))
        .contains("replace it");
  }

  @Test
  void there_may_be_a_hundred() {
    site.run(
        """
        insert into webhook (uuid, target, filter, enabled, created_at)
        select gen_random_uuid(), '{"url":"http://h/","secret":"s"}', '{}', true, now()
        from generate_series(1, 100)
        """);

    assertThat(fault(site.api().body("{\"url\":\"%s\"}".formatted(URL)).post(HOOKS), 409))
        .contains("Delete one that is not needed");
  }

  private JsonNode create(String events) {
    return ok(
        site.api()
            .body("{\"url\":\"%s\",\"secret\":\"%s\",\"events\":%s}".formatted(URL, SECRET, events))
            .post(HOOKS),
        201);
  }
}
