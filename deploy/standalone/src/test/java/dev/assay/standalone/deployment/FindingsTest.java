package dev.assay.standalone.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.doctor.Finding;
import dev.assay.doctor.Finding.Result;
import dev.assay.standalone.deployment.DeploymentExamination.Login;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made of responses; DeploymentDoctorIT has those of real servers. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FindingsTest {
  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://db/assay?user=a&password=s3cret, jdbc:postgresql://db/assay",
    "jdbc:postgresql://a:s3cret@db/assay, jdbc:postgresql://db/assay",
    "http://a:s3cret@mq:15672, http://mq:15672"
  })
  void a_login_is_named_without_passwords(String url, String shown) {
    assertThat(new Login(url, "assay", "s3cret")).hasToString("assay at " + shown);
  }

  @Nested
  class Conductors {
    @Test
    void a_group_with_one_living_conductor_has_no_spare() throws Exception {
      var findings =
          Fleet.conductors(
              json(
                  """
                  {"conductors": [
                    {"hostname": "c1", "conductor_group": "", "alive": true},
                    {"hostname": "c2", "conductor_group": "", "alive": true},
                    {"hostname": "r1", "conductor_group": "rack", "alive": true},
                    {"hostname": "r2", "conductor_group": "rack", "alive": false}]}
                  """));

      assertThat(findings).extracting(Finding::result).containsExactly(Result.OK, Result.WARNING);
      assertThat(findings.getLast().detail())
          .startsWith("Conductor group rack has one conductor, r1");
    }
  }

  @Nested
  class Pxe_filters {
    @Test
    void a_network_needs_a_standby_and_a_closed_or_dead_filter_is_none() throws Exception {
      var findings =
          Fleet.filters(
              json(
                  """
                  {"pxe_filters": [
                    {"hostname": "a1", "network": "a", "state": "active", "warning": null},
                    {"hostname": "a2", "network": "a", "state": "closed", "warning": null},
                    {"hostname": "a3", "network": "a", "state": "dead", "warning": null},
                    {"hostname": "b1", "network": "b", "state": "active", "warning": "No lease file."},
                    {"hostname": "b2", "network": "b", "state": "standby", "warning": null},
                    {"hostname": "b3", "network": "b", "conductor_group": "hall", "state": "active", "warning": null},
                    {"hostname": "c1", "network": "c", "conductor_group": "hall", "state": "active", "warning": null},
                    {"hostname": "c2", "network": "c", "conductor_group": "east", "state": "active", "warning": null},
                    {"hostname": "n1", "network": "n", "state": "noop", "warning": null}]}
                  """));

      assertThat(findings)
          .extracting(finding -> finding.result() + " " + finding.check())
          .containsExactly(
              "WARNING pxe-filter-warning",
              "WARNING pxe-filter-spare",
              "OK pxe-filter-spare",
              "OK pxe-filter-spare",
              "WARNING pxe-filter-spare",
              "WARNING pxe-filter-spare");
      assertThat(findings.get(1).detail()).contains("Network a has one PXE filter, a1");
      assertThat(findings.getLast().detail())
          .contains("Network c, conductor group hall has one PXE filter, c1");
    }
  }

  @Nested
  class Api_services_behind_HAProxy {
    private static final String HEAD = "# pxname,svname\n";

    @Test
    void two_that_are_up_are_enough() {
      assertThat(judge("UP", "UP 1/2").result()).isEqualTo(Result.OK);
    }

    @Test
    void one_is_a_warning_and_none_an_error() {
      assertThat(judge("UP", "DOWN").result()).isEqualTo(Result.WARNING);
      assertThat(judge("UP", "DOWN").detail()).contains("api-2 DOWN").contains("When this one");
      assertThat(judge("DOWN", "MAINT").result()).isEqualTo(Result.FAILED);
    }

    private static Finding judge(String first, String second) {
      var row = "%s,%s" + ",".repeat(16) + "%s,1,1\n";
      return LoadBalancerChecks.judge(
          LoadBalancerChecks.parse(
              HEAD
                  + row.formatted("api", "api-1", first)
                  + row.formatted("api", "api-2", second)
                  + row.formatted("api", "BACKEND", "UP")
                  + row.formatted("events", "api-1", "UP")));
    }
  }

  @Nested
  class RabbitMQ {
    private static final String NODE =
        "{\"name\": \"%s\", \"running\": %s, \"partitions\": [], \"mem_alarm\": %s,"
            + " \"disk_free_alarm\": false}";
    private static final String QUEUE =
        "{\"name\": \"assay.conductor//redfish\", \"type\": \"%s\", \"members\": %s, \"online\": %s,"
            + " \"consumers\": %d, \"messages_ready\": %d}";

    @Test
    void three_running_nodes_are_wanted() throws Exception {
      var running = NODE.formatted("a", true, false);
      assertThat(BrokerChecks.nodes(list(running)).result()).isEqualTo(Result.WARNING);
      assertThat(BrokerChecks.nodes(list(running, running, running)).result()).isEqualTo(Result.OK);
      var stopped = BrokerChecks.nodes(list(running, NODE.formatted("b", false, false)));
      assertThat(stopped.result()).isEqualTo(Result.FAILED);
      assertThat(stopped.detail()).endsWith(": b.");
    }

    @Test
    void an_alarm_is_an_error() throws Exception {
      assertThat(BrokerChecks.alarms(list(NODE.formatted("a", true, false))).result())
          .isEqualTo(Result.OK);
      var alarm = BrokerChecks.alarms(list(NODE.formatted("a", true, true)));
      assertThat(alarm.result()).isEqualTo(Result.FAILED);
      assertThat(alarm.detail()).contains("memory at [a], of disk space at no node");
    }

    @Test
    void queues_must_be_replicated_and_served() throws Exception {
      var good = QUEUE.formatted("quorum", "[1, 2, 3]", "[1, 2, 3]", 1, 0);
      assertThat(BrokerChecks.queues(list(good), 3).result()).isEqualTo(Result.OK);
      assertThat(BrokerChecks.queues(list(), 3).result()).isEqualTo(Result.FAILED);

      assertThat(
              BrokerChecks.queues(list(QUEUE.formatted("classic", "[]", "[]", 1, 0)), 3).detail())
          .contains("assay.conductor//redfish is no quorum queue");
      assertThat(
              BrokerChecks.queues(list(QUEUE.formatted("quorum", "[1]", "[1]", 1, 0)), 3).detail())
          .contains("is on 1 of 3 nodes");
      assertThat(
              BrokerChecks.queues(list(QUEUE.formatted("quorum", "[1, 2, 3]", "[1]", 0, 0)), 3)
                  .detail())
          .contains("misses members", "has no consumer");
    }

    @Test
    void a_long_queue_and_any_dead_message_are_warnings() throws Exception {
      var queue = QUEUE.formatted("quorum", "[1]", "[1]", 1, 1000);
      assertThat(BrokerChecks.backlog(list(queue)).result()).isEqualTo(Result.OK);
      assertThat(BrokerChecks.backlog(list(queue.replace("1000", "1001"))).detail())
          .contains("assay.conductor//redfish has 1001");
      var dead = "{\"name\": \"assay.conductor.dead\", \"messages_ready\": 1}";
      assertThat(BrokerChecks.backlog(list(dead)).result()).isEqualTo(Result.WARNING);
    }

    @Test
    void connections_of_other_hosts_need_TLS() throws Exception {
      var connection = "{\"peer_host\": \"%s\", \"ssl\": %s}";
      assertThat(
              BrokerChecks.encryption(
                      list(
                          connection.formatted("127.0.0.1", false),
                          connection.formatted("192.0.2.7", true)))
                  .result())
          .isEqualTo(Result.OK);
      assertThat(BrokerChecks.encryption(list(connection.formatted("192.0.2.8", false))).detail())
          .contains("192.0.2.8");
    }

    private static JsonNode list(String... elements) throws Exception {
      return json("[" + String.join(",", elements) + "]");
    }
  }

  @Nested
  class Processes {
    @Test
    void few_files_and_a_full_heap_are_told() {
      var good = page(20_000, 0.5);
      assertThat(ProcessChecks.limits("http://h", good).result()).isEqualTo(Result.OK);
      assertThat(ProcessChecks.limits("http://h", page(1024, 0.95)).detail())
          .contains("only 1024 files", "95 % of its heap");
    }

    private static String page(int files, double heap) {
      return String.join(
          "\n",
          List.of(
              "# TYPE process_files_max_files gauge",
              "process_files_max_files %d.0".formatted(files),
              "jvm_memory_usage_after_gc{area=\"heap\",pool=\"long-lived\"} " + heap,
              ""));
    }
  }

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text);
  }
}
