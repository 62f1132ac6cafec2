package dev.assay.api.pxefilter;

import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.PxeFilterRows;
import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PXE filters and their decisions, docs/spec/api.md 9.11. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PxeFiltersTest {
  private static final String ADDRESS = "52:54:00:ab:cd:01";

  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
    site.run("delete from node");
  }

  @AfterEach
  void forget() {
    site.run("delete from pxe_filter");
    site.run("delete from node");
  }

  @Test
  void filters_are_listed_by_name_with_what_they_reported() {
    PxeFilterRows.write(site, "f2", "east", "closed");
    PxeFilterRows.write(site, "f1", "default", "active");

    var list = ok(site.api().get("/v1/pxe_filters"), 200).path("pxe_filters");

    assertThat(list).extracting(it -> it.path("hostname").asText()).containsExactly("f1", "f2");
    assertThat(list.get(1).path("reason").asText()).isEqualTo("The database is away.");
    var shown = ok(site.api().get("/v1/pxe_filters/f1"), 200);
    assertThat(shown).isEqualTo(list.get(0));
    assertThat(shown.path("state").asText()).isEqualTo("active");
    assertThat(shown.path("alive").asBoolean()).isTrue();
    assertThat(shown.path("reason").isNull()).isTrue();
    assertThat(shown.path("allowed").asInt()).isEqualTo(2);
    assertThat(shown.path("denied").asInt()).isEqualTo(5);
    assertThat(shown.path("unknown").asText()).isEqualTo("deny");
    assertThat(shown.path("unknown_hosts").asText()).isEqualTo("discovery");
    assertThat(shown.path("inspect_interfaces")).hasSize(1);
    assertThat(shown.path("reconciled_at").asText()).startsWith("2026-08-01T10:20:31");
    assertThat(shown.path("drift_total").asInt()).isEqualTo(3);
  }

  @Test
  void a_filter_without_a_sign_of_life_is_dead_and_decides_nothing() {
    PxeFilterRows.write(site, "f1", "default", "active", "null", "-1 second");

    assertThat(ok(site.api().get("/v1/pxe_filters/f1"), 200).path("state").asText())
        .isEqualTo("dead");
    assertThat(ok(site.api().get("/v1/pxe_access/" + ADDRESS), 200).path("filters")).isEmpty();
  }

  @Test
  void a_filter_of_an_earlier_version_has_no_details() {
    site.run(
        "insert into pxe_filter (hostname, expires_at, updated_at)"
            + " values ('old', now() + interval '1 hour', now())");

    var shown = ok(site.api().get("/v1/pxe_filters/old"), 200);

    assertThat(shown.path("state").asText()).isEqualTo("noop");
    assertThat(shown.has("network")).isFalse();
  }

  @Test
  void an_unknown_filter_is_404() {
    ok(site.api().get("/v1/pxe_filters/nobody"), 404);
  }

  @ParameterizedTest(name = "{0}, inspection {1} by {2}: {3}")
  @CsvSource({
    "inspect wait,   waiting,  agent,   on-inspection,     allow",
    "manageable,     ,         agent,   not-on-inspection, deny",
    "inspect failed, aborting, agent,   not-on-inspection, deny",
    "inspecting,     starting, redfish, other-interface,   deny",
  })
  void an_active_filter_decides_by_the_node(
      String state, @Nullable String stage, String by, String reason, String access) {
    PxeFilterRows.write(site, "f1", "default", "active");
    var node = node(state, stage, by);

    var shown = ok(site.api().get("/v1/pxe_access/52-54-00-AB-CD-01"), 200);

    assertThat(shown.path("address").asText()).isEqualTo(ADDRESS);
    assertThat(shown.path("node_uuid").asText()).isEqualTo(node);
    assertThat(shown.path("provision_state").asText()).isEqualTo(state);
    assertThat(shown.path("filters")).hasSize(1);
    var answer = shown.path("filters").get(0);
    assertThat(answer.path("reason").asText()).isEqualTo(reason);
    assertThat(answer.path("access").asText()).isEqualTo(access);
    assertThat(answer.path("detail").asText()).contains(node);
    assertThat(answer.path("fix").isNull()).isEqualTo(access.equals("allow"));
  }

  @ParameterizedTest(name = "a filter that is {0}: {2}")
  @CsvSource({
    "active,  null,        on-inspection, allow",
    "active,  '\"rack1\"', other-group,   deny",
    "standby, null,        standby,       deny",
    "closed,  null,        closed,        deny",
    "noop,    null,        noop,          allow",
  })
  void the_state_of_a_filter_comes_first(String state, String group, String reason, String access) {
    PxeFilterRows.write(site, "f1", "default", state, group, "1 hour");
    node("inspect wait", "waiting", "agent");

    var answer = answer(ADDRESS);

    assertThat(answer.path("reason").asText()).isEqualTo(reason);
    assertThat(answer.path("access").asText()).isEqualTo(access);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "DISCOVERY,  unknown-denied",
    "PORTLESS,   unknown-denied",
    "INSPECTION, unknown-allowed",
    "NEVER,      unknown-denied",
  })
  void an_address_without_a_port_is_unknown(String hosts, String reason) {
    PxeFilterRows.write(site, "f1", "default", "active");
    site.run(
        "update pxe_filter set report = jsonb_set(report, '{policy,unknownHosts}', '\"%s\"')"
            .formatted(hosts));
    node("inspect wait", "waiting", "agent");

    var shown = ok(site.api().get("/v1/pxe_access/52:54:00:ab:cd:99"), 200);

    assertThat(shown.path("node_uuid").isNull()).isTrue();
    assertThat(shown.path("filters").get(0).path("reason").asText()).isEqualTo(reason);
  }

  @Test
  void unknown_machines_boot_while_a_node_without_ports_is_inspected() {
    PxeFilterRows.write(site, "f1", "default", "active");
    site.run(
        "update pxe_filter set report = jsonb_set(report, '{policy,unknownHosts}', '\"PORTLESS\"')");
    node("inspect wait", "waiting", "agent");
    assertThat(answer("52:54:00:ab:cd:99").path("reason").asText()).isEqualTo("unknown-denied");

    site.run("delete from port");

    assertThat(answer("52:54:00:ab:cd:99").path("reason").asText()).isEqualTo("unknown-allowed");
  }

  @Test
  void what_is_no_address_is_400() {
    assertThat(site.api().get("/v1/pxe_access/n1").statusCode()).isEqualTo(400);
  }

  private JsonNode answer(String address) {
    return ok(site.api().get("/v1/pxe_access/" + address), 200).path("filters").get(0);
  }

  private String node(String state, @Nullable String stage, String by) {
    var node = site.node("{\"driver\":\"fake-hardware\"}");
    site.run(
        """
        insert into port (uuid, node_id, address, extra, pxe_enabled, local_link_connection,
          is_smartnic, available_for_dynamic_portgroup, internal_info, created_at)
        select gen_random_uuid(), id, '%s', '{}', true, '{}', false, true, '{}', now()
        from node where uuid = '%s'
        """
            .formatted(ADDRESS, node));
    site.move(node, state);
    if (stage != null) {
      site.run(
          """
          insert into inspection (uuid, node_id, cause, inspect_interface, stage, started_at,
            timeline)
          select gen_random_uuid(), id, 'requested', '%s', '%s', now(), '[]'
          from node where uuid = '%s'
          """
              .formatted(by, stage, node));
    }
    return node;
  }
}
