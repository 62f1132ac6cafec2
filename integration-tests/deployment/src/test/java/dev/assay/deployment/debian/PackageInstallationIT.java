package dev.assay.deployment.debian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.deployment.engine.Podman;
import dev.assay.stack.ApiClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** The life of the package on one host, step by step. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@TestMethodOrder(OrderAnnotation.class)
@Timeout(600)
class PackageInstallationIT {
  private static final Duration START = Duration.ofMinutes(4);
  private static final List<String> SERVICES =
      List.of("assay-conductor", "assay-api", "assay-pxe-filter");

  private static final String CACHE = "/usr/lib/assay/standalone/assay.aot";

  @AutoClose private static SystemdHost host;

  private static Packages packages;

  @BeforeAll
  @Timeout(900)
  static void start() {
    Podman.require();
    packages = Packages.build();
    host = SystemdHost.start(packages.folder());
  }

  @Test
  @Order(1)
  void an_installation_starts_nothing_and_says_what_to_do() {
    var output = host.run("dpkg -i /packages/" + packages.old().getFileName());

    assertThat(output.lines().toList().getLast())
        .startsWith("Assay is installed, and nothing was started")
        .contains("/etc/assay/assay.env")
        .contains("/usr/share/doc/assay/docs/installing.md");
    assertThat(SERVICES).allMatch(service -> host.state(service).equals("inactive"));
    assertThat(host.run("stat -c '%a %U:%G' /etc/assay /etc/assay/assay.env /var/lib/assay"))
        .isEqualTo("750 root:assay\n640 root:assay\n750 assay:assay");
    assertThat(host.run("assay help")).contains("usage: assay demo");
  }

  @Test
  @Order(2)
  void all_services_in_one_process_are_one_command() {
    host.run("systemctl start assay");

    await("the all-in-one is ready")
        .atMost(START)
        .until(() -> host.attempt("journalctl -u assay | grep -q 'Assay is ready'").status() == 0);

    host.run("systemctl stop assay");
    assertThat(host.state("assay")).isEqualTo("inactive");
  }

  @Test
  @Order(3)
  void after_a_training_it_starts_from_a_cache() {
    assertThat(host.run("assay train --machines 1")).contains("Written: " + CACHE);

    var start = host.run("date '+%F %T'");
    host.run("systemctl start assay");

    var ready = "journalctl -u assay --since '%s' | grep -q 'Assay is ready'".formatted(start);
    await("the all-in-one is ready").atMost(START).until(() -> host.attempt(ready).status() == 0);
    host.run("grep -q '%s' /proc/%s/maps".formatted(CACHE, host.process("assay")));
    host.run("systemctl stop assay");
  }

  @Test
  @Order(4)
  void configured_services_inspect_a_machine() {
    Configuration.apply(host);
    host.run("systemctl start " + String.join(" ", SERVICES));
    var api = new ApiClient(host.api());
    awaitConductor(api);

    var node = SimulatedMachine.enrol(host, api);
    api.manage(node);
    api.order(node, "inspect");

    assertThat(
            api.awaitState(node, "manageable", Duration.ofSeconds(90)).path("last_error").isNull())
        .isTrue();
    assertThat(api.get("/v1/nodes/" + node + "/inventory").status()).isEqualTo(200);
  }

  @Test
  @Order(5)
  void services_have_no_rights_that_they_do_not_need() {
    for (var service : SERVICES) {
      var status = host.run("cat /proc/" + host.process(service) + "/status");

      assertThat(status).contains("NoNewPrivs:\t1").contains("Seccomp:\t2");
      assertThat(status.lines().filter(line -> line.startsWith("CapEff")))
          // CAP_KILL and CAP_NET_ADMIN
          .containsExactly(
              "CapEff:\t"
                  + (service.equals("assay-pxe-filter") ? "0000000000001020" : "0".repeat(16)));
      assertThat(host.run("stat -c %U /proc/" + host.process(service))).isEqualTo("assay");
    }
  }

  @Test
  @Order(6)
  void options_of_java_for_one_service_override_those_of_the_package() {
    assertThat(host.run("cat /proc/" + host.process("assay-api") + "/cmdline").replace('\0', ' '))
        .containsPattern("/usr/lib/assay/java/bin/java -Xmx512m .* -Xmx400m -jar ");
    assertThat(host.run("cat /proc/" + host.process("assay-conductor") + "/cmdline"))
        .doesNotContain("-Xmx400m");
  }

  @Test
  @Order(7)
  void a_killed_pxe_filter_takes_its_dhcp_server_with_it_and_both_come_back() {
    var dnsmasq = host.process("assay-dnsmasq");
    assertThat(dnsmasq).isNotEqualTo("0");

    host.run("kill -9 " + host.process("assay-pxe-filter"));

    await("another dnsmasq runs")
        .atMost(START)
        .until(
            () ->
                host.state("assay-dnsmasq").equals("active")
                    && !host.process("assay-dnsmasq").equals(dnsmasq));
    assertThat(host.state("assay-pxe-filter")).isEqualTo("active");
  }

  @Test
  @Order(8)
  void an_upgrade_starts_again_what_ran_and_keeps_the_configuration() {
    var before = host.run("cat /etc/assay/assay.env");
    host.run("systemctl stop assay-pxe-filter");
    var conductor = host.process("assay-conductor");

    host.run("dpkg -i --force-confdef /packages/" + packages.recent().getFileName());

    assertThat(host.run("dpkg-query -W -f '${Version}' assay")).isEqualTo("2.0");
    assertThat(host.run("cat /etc/assay/assay.env")).isEqualTo(before);
    assertThat(host.run("stat -c '%a %U:%G' /etc/assay/assay.env")).isEqualTo("640 root:assay");
    assertThat(host.state("assay-conductor")).isEqualTo("active");
    assertThat(host.process("assay-conductor")).isNotEqualTo(conductor);
    assertThat(host.state("assay-pxe-filter")).isEqualTo("inactive");
    host.run("test ! -e " + CACHE); // of the version before
    assertThat(started("assay-conductor")).isLessThan(started("assay-api"));
    awaitConductor(new ApiClient(host.api()));
  }

  @Test
  @Order(9)
  void a_removal_stops_the_services_and_keeps_configuration_and_data() {
    host.run("dpkg --remove assay");

    assertThat(SERVICES).allMatch(service -> host.state(service).equals("inactive"));
    assertThat(host.attempt("pgrep -u assay").output()).isEmpty();
    host.run("test -f /etc/assay/assay.env && test -f /etc/assay/secrets.keys");
    assertThat(host.run("test ! -e /usr/lib/assay && ls -A /var/lib/assay"))
        .isEqualTo("standalone");
  }

  @Test
  @Order(10)
  void a_purge_keeps_keys_and_data_and_says_so() {
    var output = host.run("dpkg --purge assay");

    assertThat(output)
        .contains("Kept, with user assay: keys and data in /etc/assay /var/lib/assay");
    assertThat(host.run("ls /etc/assay")).isEqualTo("secrets.keys");
    host.run("test ! -e /etc/default/assay && test ! -e /var/log/assay && id assay");
  }

  @Test
  @Order(11)
  void a_purge_of_an_installation_without_them_leaves_nothing() {
    host.run("rm -r /etc/assay /var/lib/assay");
    host.run("dpkg -i /packages/" + packages.recent().getFileName());

    host.run("dpkg --purge assay");

    host.run("test ! -e /etc/assay && test ! -e /var/lib/assay && ! id assay");
    assertThat(
            host.run(
                "find / -xdev -name '*assay*' -not -path '/proc/*' -not -path '/packages*'"
                    + " -not -path '/var/lib/postgresql/*' -not -path '/var/lib/rabbitmq/*'"))
        .isEmpty();
  }

  private static long started(String unit) {
    return Long.parseLong(
        host.run("systemctl show --property=ExecMainStartTimestampMonotonic --value " + unit));
  }

  private static void awaitConductor(ApiClient api) {
    await("the API knows a conductor")
        .atMost(START)
        .ignoreExceptionsInstanceOf(UncheckedIOException.class)
        .until(() -> api.get("/v1/conductors").body().contains("\"alive\":true"));
  }
}
