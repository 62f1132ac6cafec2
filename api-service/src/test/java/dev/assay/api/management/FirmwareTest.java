package dev.assay.api.management;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.ScriptedConductor;
import dev.assay.api.testing.Site;
import dev.assay.error.ErrorCode;
import dev.assay.message.ConductorReply;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Versions of firmware, spec api.md 10.14. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class FirmwareTest {
  private static final String PATH = "/v1/nodes/{node}/firmware";

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

  @Test
  void is_listed_as_the_bmc_reports_it() {
    conductor.answers(
        new ConductorReply.FirmwareVersions(new TreeMap<>(Map.of("bios", "2.1", "bmc", "7.00"))));

    var listed = ok(site.at(86).get(PATH, site.node()), 200).path("firmware");

    assertThat(listed.findValuesAsText("component")).containsExactly("bios", "bmc");
    assertThat(listed.findValuesAsText("current_version")).containsExactly("2.1", "7.00");
    assertThat(listed.get(0)).hasSize(6);
    assertThat(listed.get(0).path("initial_version").isNull()).isTrue();
  }

  @Test
  void is_not_there_for_older_clients() {
    fault(site.at(85).get(PATH, site.node()), 404);
    assertThat(conductor.heard()).isEmpty();
  }

  @Test
  void a_bmc_that_does_not_answer_is_told() {
    conductor.answers(new ConductorReply.Refused(ErrorCode.BMC_UNREACHABLE, "It is silent."));

    assertThat(fault(site.api().get(PATH, site.node()), 500)).contains("It is silent.");
  }
}
