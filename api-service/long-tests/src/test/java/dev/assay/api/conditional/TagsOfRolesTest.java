package dev.assay.api.conditional;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.WithPasswords;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Rights come before conditions, and each role has tags of its own. */
@QuarkusTest
@TestProfile(WithPasswords.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class TagsOfRolesTest {
  private static final String NODES = "/v1/nodes";

  private static Response get(String user, String password, String ifNoneMatch) {
    return given()
        .auth()
        .preemptive()
        .basic(user, password)
        .header("If-None-Match", ifNoneMatch)
        .get(NODES);
  }

  @Test
  void the_tag_of_an_administrator_is_not_that_of_an_observer() {
    var tag = get("alice", "secret", "\"none\"").header("ETag");

    assertThat(get("alice", "secret", tag).statusCode()).isEqualTo(304);
    assertThat(get("watcher", "secret", tag).statusCode()).isEqualTo(200);
  }

  @Test
  void who_may_not_read_learns_nothing_from_a_tag() {
    assertThat(get("alice", "wrong", "*").statusCode()).isEqualTo(401);
    assertThat(given().header("If-None-Match", "*").get(NODES).statusCode()).isEqualTo(401);
  }
}
