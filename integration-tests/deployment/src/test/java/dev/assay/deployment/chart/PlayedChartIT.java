package dev.assay.deployment.chart;

import static dev.assay.deployment.chart.PlayedInstallation.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.deployment.engine.InspectedRack;
import dev.assay.deployment.engine.Podman;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What the chart renders, in containers. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@TestMethodOrder(OrderAnnotation.class)
@EnabledIfSystemProperty(
    named = "assay.deployment.full",
    matches = "true",
    disabledReason = "builds images and takes minutes: -Dassay.deployment.full=true runs it")
class PlayedChartIT {
  private static final int MACHINES = Integer.getInteger("assay.deployment.machines", 50);

  @AutoClose private static PlayedInstallation installation;

  @BeforeAll
  static void start() {
    installation = PlayedInstallation.start();
  }

  @Test
  @Order(1)
  void nothing_fails_while_conductors_are_scaled_a_pod_is_killed_and_the_api_is_upgraded() {
    try (var rack = InspectedRack.enrolled(installation.api(), installation.host(), MACHINES)) {
      rack.begin();
      rack.awaitInspections(MACHINES);

      installation.addConductors(3, 4);
      installation.killConductor(1);
      rack.awaitInspections(MACHINES / 2);

      installation.upgradeApis();
      rack.awaitInspections(MACHINES / 2);

      installation.removeConductors(2, 3);
      rack.awaitInspections(MACHINES / 2);
      var finished = rack.finish();

      assertThat(rack.failures()).isEmpty();
      assertThat(installation.sql("select stage || ' ' || count(*) from inspection group by stage"))
          .as("every order is one inspection")
          .isEqualTo("finished " + finished);
      assertThat(installation.sql("select count(*) from node where provision_state = 'manageable'"))
          .isEqualTo(String.valueOf(MACHINES));
      System.out.printf("%d inspections of %d machines in containers%n", finished, MACHINES);
    }
  }

  @Test
  @Order(2)
  void the_simulator_of_the_demo_enrols_and_inspects_its_machines() {
    installation.playSimulator();

    await("the machines are inspected")
        .atMost(LIMIT)
        .until(() -> installation.simulatorLog().contains("machines inspected in"));
    assertThat(installation.simulatorLog()).contains("4 of 4 machines inspected");
  }

  @Test
  @Order(3)
  void a_filter_is_active_beside_its_dnsmasq_which_ends_with_it() {
    await("the filter is active").atMost(LIMIT).until(() -> states().equals("active"));
    await("dnsmasq runs").atMost(LIMIT).until(PlayedChartIT::answersDhcp);

    Podman.run("kill", "--signal", "KILL", "assay-filter-filter");

    await("dnsmasq has ended").atMost(LIMIT).until(() -> !answersDhcp());
  }

  private static String states() {
    var filters = installation.api().get("/v1/pxe_filters").require(200).json().path("pxe_filters");
    return filters.findValuesAsText("state").stream().findFirst().orElse("none");
  }

  /**
   * Whether dnsmasq runs; the script that starts it and waits for the filter may run without it.
   */
  private static boolean answersDhcp() {
    var processes = Podman.attempt("", "top", "assay-filter-dnsmasq", "args").output();
    return processes.lines().anyMatch(line -> line.startsWith("dnsmasq --keep-in-foreground"));
  }
}
