package dev.assay.deployment.debian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.deployment.engine.Podman;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** The AOT cache of the package, on a host of its own. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@TestMethodOrder(OrderAnnotation.class)
@Timeout(300)
class PackageTrainingIT {
  private static final String CACHE = "/usr/lib/assay/standalone/assay.aot";

  @AutoClose private static SystemdHost host;

  private static Packages packages;

  @BeforeAll
  @Timeout(900)
  static void install() {
    Podman.require();
    packages = Packages.build();
    host = SystemdHost.start(packages.folder());
    host.run("dpkg -i /packages/" + packages.old().getFileName());
  }

  @Test
  @Order(1)
  void after_a_training_the_all_in_one_starts_from_a_cache() {
    assertThat(host.run("assay train --machines 1")).contains("Written: " + CACHE);

    host.run("systemctl start assay");

    await("the all-in-one is ready")
        .atMost(Duration.ofMinutes(2))
        .until(() -> host.attempt("journalctl -u assay | grep -q 'Assay is ready'").status() == 0);
    host.run("grep -q '%s' /proc/%s/maps".formatted(CACHE, host.process("assay")));
    host.run("systemctl stop assay");
  }

  @Test
  @Order(2)
  void an_upgrade_deletes_the_cache_of_the_version_before() {
    host.run("test -e " + CACHE);

    host.run("dpkg -i --force-confdef /packages/" + packages.recent().getFileName());

    host.run("test ! -e " + CACHE);
  }
}
