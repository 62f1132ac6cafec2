package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.Misbehaviour;
import java.net.ConnectException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.HashSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RedfishTest {
  private final RedfishClient bmc = new RedfishClient();
  private final Machine machine = bmc.machine;

  @AfterEach
  void close() {
    bmc.close();
  }

  @Nested
  class Authentication {
    @ParameterizedTest
    @ValueSource(strings = {"/redfish", "/redfish/v1", "/redfish/v1/"})
    void is_not_needed_for_the_root(String path) throws Exception {
      assertThat(bmc.send(bmc.anonymous(path).GET()).statusCode()).isEqualTo(200);
    }

    @Test
    void is_needed_for_everything_else() throws Exception {
      var answer = bmc.send(bmc.anonymous(machine.systemPath()).GET());

      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.headers().firstValue("WWW-Authenticate"))
          .get()
          .asString()
          .contains("Basic");
      assertThat(RedfishClient.messageId(answer)).endsWith("NoValidSession");
    }

    @Test
    void refuses_a_wrong_password() throws Exception {
      var answer =
          bmc.send(
              bmc.anonymous(machine.systemPath())
                  .header("Authorization", bmc.basic("wrong"))
                  .GET());

      assertThat(answer.statusCode()).isEqualTo(401);
    }

    @Test
    void works_with_a_session_until_it_is_deleted() throws Exception {
      var opened =
          bmc.send(
              bmc.anonymous(RedfishClient.SESSIONS).POST(BodyPublishers.ofString(bmc.login())));
      var token = opened.headers().firstValue("X-Auth-Token").orElseThrow();
      var location = opened.headers().firstValue("Location").orElseThrow();

      assertThat(opened.statusCode()).isEqualTo(201);
      assertThat(bmc.withToken(machine.systemPath(), token).statusCode()).isEqualTo(200);
      var deletion = bmc.anonymous(location).header("X-Auth-Token", token).DELETE();
      assertThat(bmc.send(deletion).statusCode()).isEqualTo(204);
      assertThat(bmc.withToken(machine.systemPath(), token).statusCode()).isEqualTo(401);
    }

    @Test
    void refuses_a_session_too_many() throws Exception {
      for (int i = 0; i < Sessions.LIMIT; i++) {
        var answer =
            bmc.send(
                bmc.anonymous(RedfishClient.SESSIONS).POST(BodyPublishers.ofString(bmc.login())));
        assertThat(answer.statusCode()).isEqualTo(201);
      }

      var answer =
          bmc.send(
              bmc.anonymous(RedfishClient.SESSIONS).POST(BodyPublishers.ofString(bmc.login())));

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(RedfishClient.messageId(answer)).endsWith("SessionLimitExceeded");
    }

    @Test
    void refuses_a_session_without_a_password() throws Exception {
      var answer =
          bmc.send(
              bmc.anonymous(RedfishClient.SESSIONS)
                  .POST(BodyPublishers.ofString("{\"UserName\": \"admin\"}")));

      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(RedfishClient.messageId(answer)).endsWith("PropertyMissing");
    }
  }

  @Nested
  class A_resource {
    @Test
    void can_be_reached_by_links_from_the_root() throws Exception {
      var root = RedfishClient.json(bmc.get("/redfish/v1/"));
      assertThat(root.at("/Links/Sessions/@odata.id").asText()).isEqualTo(RedfishClient.SESSIONS);
      for (var name : new String[] {"Systems", "Managers", "Chassis"}) {
        var collection = RedfishClient.json(bmc.get(root.path(name).path("@odata.id").asText()));
        assertThat(collection.path("Members@odata.count").asInt()).isOne();
        var member = bmc.get(collection.at("/Members/0/@odata.id").asText());
        assertThat(member.statusCode()).isEqualTo(200);
      }
    }

    @Test
    void of_the_system_tells_what_it_is() throws Exception {
      var answer = bmc.get(machine.systemPath());
      var system = RedfishClient.json(answer);

      assertThat(answer.headers().firstValue("ETag")).contains(system.path("@odata.etag").asText());
      assertThat(system.path("PowerState").asText()).isEqualTo("Off");
      assertThat(system.path("SerialNumber").asText()).isEqualTo(machine.serial());
      assertThat(system.at("/MemorySummary/TotalSystemMemoryGiB").asInt()).isPositive();
      assertThat(system.at("/ProcessorSummary/Count").asInt()).isEqualTo(2);
      assertThat(system.path("Boot").path("BootSourceOverrideTarget@Redfish.AllowableValues"))
          .anyMatch(value -> value.asText().equals("Pxe"));
      assertThat(system.at("/Actions/#ComputerSystem.Reset/target").asText())
          .isEqualTo(machine.systemPath() + "/Actions/ComputerSystem.Reset");
    }

    @Test
    void of_an_interface_tells_its_MAC() throws Exception {
      var collection = RedfishClient.json(bmc.get(machine.systemPath() + "/EthernetInterfaces"));
      var first = RedfishClient.json(bmc.get(collection.at("/Members/0/@odata.id").asText()));

      assertThat(collection.path("Members")).hasSize(2);
      assertThat(first.path("MACAddress").asText()).isEqualTo(machine.macAddresses().getFirst());
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"/redfish/v1/Systems/nobody", "/redfish/v1/Nothing", "/redfish/v2", "/"})
    void that_does_not_exist_is_404(String path) throws Exception {
      var answer = bmc.get(path);

      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(RedfishClient.messageId(answer)).endsWith("ResourceMissingAtURI");
    }

    @Test
    void refuses_methods_it_does_not_have() throws Exception {
      var answer = bmc.send(bmc.request(machine.systemPath()).DELETE());

      assertThat(answer.statusCode()).isEqualTo(405);
      assertThat(answer.headers().firstValue("Allow")).contains("GET, PATCH");
    }

    @Test
    void answers_HEAD_without_a_body() throws Exception {
      var answer = bmc.send(bmc.request(machine.systemPath()).HEAD());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEmpty();
    }
  }

  @Nested
  class A_misbehaving_BMC {
    @ParameterizedTest
    @ValueSource(ints = {401, 503})
    void refuses_every_request(int status) throws Exception {
      machine.misbehave(new Misbehaviour.BmcRefuses(status));
      assertThat(bmc.get("/redfish/v1/").statusCode()).isEqualTo(status);
      assertThat(bmc.get(machine.systemPath()).statusCode()).isEqualTo(status);

      machine.misbehave(new Misbehaviour.None());
      assertThat(bmc.get(machine.systemPath()).statusCode()).isEqualTo(200);
    }

    @Test
    void closes_its_port_and_comes_back_on_the_same() throws Exception {
      machine.misbehave(new Misbehaviour.BmcPortClosed());
      assertThatThrownBy(() -> bmc.get("/redfish/v1/")).isInstanceOf(ConnectException.class);

      machine.misbehave(new Misbehaviour.None());
      assertThat(bmc.get("/redfish/v1/").statusCode()).isEqualTo(200);
    }

    @Test
    void answers_anything_but_a_resource() throws Exception {
      machine.misbehave(new Misbehaviour.BmcAnswersGarbage());
      var bodies = new HashSet<String>();
      for (var i = 0; i < 12; i++) {
        var answer = bmc.get("/redfish/v1/");
        assertThat(answer.statusCode()).isEqualTo(200);
        bodies.add(answer.body());
      }

      assertThat(bodies).hasSize(6).noneMatch(body -> body.contains("RedfishVersion"));
    }

    @Test
    void accepts_and_never_answers() {
      machine.misbehave(new Misbehaviour.BmcHangs());
      var request = bmc.request("/redfish/v1/").timeout(Duration.ofMillis(300)).GET();

      assertThatThrownBy(() -> bmc.send(request)).isExactlyInstanceOf(HttpTimeoutException.class);
    }
  }
}
