package dev.assay.deployment.debian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PackageContentsIT {
  private static Packages packages;
  private static List<String> contents;

  @BeforeAll
  static void build() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")), "no packages without dpkg-deb");
    packages = Packages.build();
    contents = Packages.contents(packages.old());
  }

  @Test
  void has_every_service_the_java_units_and_configuration() {
    assertThat(contents)
        .anyMatch(line -> line.endsWith(" ./usr/lib/assay/api-service/quarkus-run.jar"))
        .anyMatch(line -> line.endsWith(" ./usr/lib/assay/conductor-service/quarkus-run.jar"))
        .anyMatch(line -> line.endsWith(" ./usr/lib/assay/pxe-filter-service/quarkus-run.jar"))
        .anyMatch(line -> line.endsWith(" ./usr/lib/assay/standalone/quarkus-run.jar"))
        .anyMatch(line -> line.endsWith(" ./usr/share/doc/assay/examples/haproxy.cfg"))
        .anyMatch(line -> line.matches("-rwxr-xr-x root/root .* ./usr/bin/assay"))
        .anyMatch(line -> line.matches("-rwxr-xr-x root/root .* ./usr/lib/assay/java/bin/java"))
        .anyMatch(line -> line.matches("-rw-r--r-- root/root .*/system/assay-api.service"));
  }

  @Test
  void lets_only_root_and_its_group_read_what_will_hold_passwords() {
    assertThat(contents)
        .anyMatch(line -> line.matches("-rw-r----- root/root .* ./etc/assay/assay.env"))
        .anyMatch(line -> line.matches("-rw-r----- root/root .* ./etc/default/assay-api"));
    assertThat(contents).noneMatch(line -> line.matches("-..(s|....w|.......w).*"));
  }

  @Test
  void never_replaces_what_was_configured() {
    assertThat(Packages.control(packages.old(), "conffiles").lines())
        .containsExactly(
            "/etc/assay/assay.env",
            "/etc/assay/dnsmasq.conf",
            "/etc/ca-certificates/update.d/assay",
            "/etc/default/assay",
            "/etc/default/assay-api",
            "/etc/default/assay-conductor",
            "/etc/default/assay-pxe-filter");
  }

  @Test
  void trusts_whom_the_host_trusts_and_not_whom_the_builder_trusts() {
    assertThat(contents)
        .anyMatch(
            line ->
                line.endsWith(
                    " ./usr/lib/assay/java/lib/security/cacerts -> /etc/ssl/certs/assay/cacerts"));
  }

  @Test
  void has_the_same_files_each_time_it_is_built() {
    assertThat(sums(packages.recent())).isEqualTo(sums(packages.old())).hasSizeGreaterThan(500);
  }

  /** The checksums of all files but the one that names the version. */
  private static List<String> sums(Path file) {
    return Packages.control(file, "md5sums")
        .lines()
        .filter(line -> !line.endsWith("/changelog.gz"))
        .toList();
  }
}
