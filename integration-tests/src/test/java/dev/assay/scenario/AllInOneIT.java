package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.stack.AllInOne;
import dev.assay.stack.FreePorts;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the README promises about {@code deploy/assay serve} and {@code demo}. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AllInOneIT {
  private static final Map<String, Object> SETTINGS =
      Map.of("assay.inspector.require-managed-boot", false);
  private static final String ADDRESS = "52:54:00:a1:10:01";

  private final Path folder;

  AllInOneIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void serves_inspects_stops_when_asked_and_finds_its_nodes_again() throws Exception {
    String node;
    try (var assay = AllInOne.start(folder, SETTINGS)) {
      await("it says once that it is ready") // which is soon after it answers
          .untilAsserted(
              () ->
                  assertThat(log().lines())
                      .filteredOn(line -> line.contains("Assay is ready on " + assay.address()))
                      .hasSize(1));
      node = Enrolment.waiting(assay.api(), ADDRESS);
      assay.api().callback(Enrolment.minimalBody(ADDRESS)).require(202);
      assay.api().awaitState(node, "manageable");

      assertThat(assay.process().stop()).isIn(0, 143);
      assertThat(postmasters(assay.data())).isZero();

      assay.process().start();
      assertThat(assay.api().stateOf(node)).isEqualTo("manageable");
      assertThat(assay.api().get("/v1/nodes/" + node + "/inventory").status()).isEqualTo(200);
    }
  }

  @Test
  void goes_on_after_it_was_killed() {
    try (var assay = AllInOne.start(folder, SETTINGS)) {
      var node = Enrolment.waiting(assay.api(), ADDRESS);
      assay.api().callback(Enrolment.minimalBody(ADDRESS)).require(202);

      assay.process().kill();
      assay.process().start();

      assay.api().awaitState(node, "manageable");
    }
  }

  @Test
  void asks_for_a_password_when_it_is_told_to() throws Exception {
    // The bcrypt hash of "secret".
    var users = folder.resolve("users");
    Files.writeString(
        users, "admin:$2b$05$abcdefghijklmnopqrstuuOQiyCxlgf/oeuTqixKmWdcYUh4Hjl0a\n");
    var settings =
        Map.of(
            "assay.api.auth-strategy",
            "http_basic",
            "assay.api.http-basic-auth-user-file",
            users.toString());
    try (var assay = AllInOne.start(folder, settings)) {
      var api = assay.api();

      var refused = api.get("/v1/nodes");
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.header("WWW-Authenticate")).isEqualTo("Basic realm=\"Baremetal API\"");
      assertThat(refused.json().path("error").path("code").asInt()).isEqualTo(401);
      assertThat(api.get("/v1").status()).isEqualTo(200);
      assertThat(api.get("/v1/lookup?addresses=" + ADDRESS).status()).isEqualTo(404);

      assertThat(withPassword(assay, "guess")).isEqualTo(401);
      assertThat(withPassword(assay, "secret")).isEqualTo(200);
    }
  }

  @Test
  void takes_the_places_of_its_files_from_the_configuration() throws Exception {
    var keys = folder.resolve("own.keys");
    Files.createDirectories(folder.resolve("config"));
    Files.writeString(
        folder.resolve("config/application.properties"), "assay.secrets.key-file=" + keys + "\n");

    try (var assay = AllInOne.start(folder, SETTINGS)) {
      assertThat(keys).isNotEmptyFile();
      assertThat(assay.data().resolve("secrets.keys")).doesNotExist();
      assay.api().createNode(Map.of("driver", "ipmi", "driver_info", Map.of("ipmi_password", "x")));
    }
  }

  @Test
  void demonstrates_itself_twice_on_the_same_data() throws Exception {
    for (int run = 1; run <= 2; run++) {
      var demo =
          AllInOne.command(
              folder.resolve("assay.log"),
              "demo",
              "--exit",
              "--machines",
              "4",
              "--seed",
              "3",
              "--port",
              String.valueOf(FreePorts.next()),
              "--data",
              folder.resolve("data").toString());
      try {
        demo.launch();
        assertThat(demo.awaitExit(Duration.ofMinutes(3))).as(demo.tail()).isZero();
      } finally {
        demo.stop();
      }
    }
    assertThat(log()).contains("rack1-u01", "rack1-u04").contains("openstack baremetal");
    assertThat(log()).as("plain lines without a terminal").doesNotContain("\u001b[");
    assertThat(postmasters(folder.resolve("data"))).isZero();
  }

  @Test
  void explains_itself() {
    assertThat(exitOf("help")).isZero();
    assertThat(exitOf("polish")).isEqualTo(2);
    assertThat(exitOf("serve", "--port", "junk")).isNotZero();
  }

  @Test
  void starts_with_no_password_that_everybody_knows_towards_another_host() throws IOException {
    var port = String.valueOf(FreePorts.next());
    var data = folder.resolve("data").toString();
    assertThat(
            exitOf("serve", "--port", port, "--data", data, "--set", "assay.broker.host=192.0.2.8"))
        .isEqualTo(1);
    assertThat(Files.readString(folder.resolve("command.log")))
        .contains("assay.broker.password is the built-in default", "192.0.2.8");
  }

  private int exitOf(String... arguments) {
    try (var command = AllInOne.command(folder.resolve("command.log"), arguments)) {
      return command.launch().awaitExit(Duration.ofMinutes(1));
    }
  }

  private static int withPassword(AllInOne assay, String password) {
    var login =
        Base64.getEncoder().encodeToString(("admin:" + password).getBytes(StandardCharsets.UTF_8));
    return assay
        .api()
        .send("GET", "/v1/nodes", BodyPublishers.noBody(), "Authorization", "Basic " + login)
        .status();
  }

  /** How many databases run in a data folder, or have left a file as if they ran. */
  private static long postmasters(Path data) throws IOException {
    try (var files = Files.walk(data)) {
      return files.filter(file -> file.endsWith("postmaster.pid")).count();
    }
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("assay.log"));
  }
}
