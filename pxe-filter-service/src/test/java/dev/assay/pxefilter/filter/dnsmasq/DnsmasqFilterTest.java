package dev.assay.pxefilter.filter.dnsmasq;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.bootaccess.Access;
import dev.assay.id.MacAddress;
import dev.assay.pxefilter.filter.AccessList;
import dev.assay.pxefilter.filter.Permit;
import dev.assay.testing.CapturedLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files. What dnsmasq makes of them is tested with a real one, by DnsmasqFilterIT. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@SuppressWarnings("NullAway.Init") // filled before each test
class DnsmasqFilterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String LONG_AGO = "2001-01-01T00:00:00Z";

  @TempDir Path hosts;

  private final AccessList list = new AccessList();
  private final Permit permit = new Permit();
  private final List<DnsmasqFilter> filters = new ArrayList<>();

  @BeforeEach
  void permit() {
    permit.grantUnlimited();
  }

  @AfterEach
  void close() {
    filters.forEach(DnsmasqFilter::close);
  }

  private DnsmasqFilter filter() {
    return filter(Duration.ZERO);
  }

  private DnsmasqFilter filter(Duration patience) {
    var filter = new DnsmasqFilter(hosts, Optional.empty(), true, patience);
    filters.add(filter);
    return filter;
  }

  private static MacAddress mac(String number) {
    return MacAddress.of("52:54:00:00:00:0" + number);
  }

  /** Such as "1+ 2- U+": machine 1 allowed, 2 denied, all others allowed. */
  private void want(String wanted) {
    var known =
        Stream.of(wanted.split(" "))
            .filter(it -> !it.startsWith("U"))
            .collect(toMap(it -> mac(it.substring(0, 1)), DnsmasqFilterTest::access));
    var unknown =
        Stream.of(wanted.split(" ")).filter(it -> it.startsWith("U")).findFirst().orElseThrow();
    list.replace(known, access(unknown));
  }

  private static Access access(String sign) {
    return sign.endsWith("+") ? Access.ALLOW : Access.DENY;
  }

  /** What the files say, in the same form; "?" for one that says nothing. */
  private String files() throws IOException {
    try (var all = Files.list(hosts)) {
      return all.filter(it -> !it.getFileName().toString().startsWith("."))
          .filter(it -> !it.endsWith("README"))
          .sorted(Comparator.comparing(Path::getFileName))
          .map(DnsmasqFilterTest::sign)
          .collect(joining(" "));
    }
  }

  private static String sign(Path file) {
    try {
      var name = file.getFileName().toString();
      var unknown = name.equals("unknown_hosts_filter");
      var address = unknown ? "*:*:*:*:*:*" : name;
      var number = unknown ? "U" : name.substring(name.length() - 1);
      var text = Files.readString(file);
      return number
          + (text.equals(address + "\n") ? "+" : text.equals(address + ",ignore\n") ? "-" : "?");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Nested
  class Comparing_everything {
    @ParameterizedTest(name = "{0}, wanted {1}: {2}")
    @CsvSource({
      "U-,       1+ 2- U+, 1+ 2- U+",
      "1+ 2- U+, 1- 2+ U-, 1- 2+ U-",
      "1- 2+ U-, 2+ U-,    1- 2+ U-",
      "1- 2+ U-, 2+ U+,    1+ 2+ U+",
      "1+ 2+ U+, U-,       1- 2- U-",
    })
    void leaves_the_files_of_the_specification(String before, String wanted, String after)
        throws IOException {
      var filter = filter();
      want(before);
      filter.reconcile(list, permit);
      assertThat(files()).isEqualTo(before);

      want(wanted);
      filter.reconcile(list, permit);

      assertThat(files()).isEqualTo(after);
    }

    @Test
    void writes_no_file_that_is_right_already() throws IOException {
      var filter = filter();
      want("1+ 2- U+");
      filter.reconcile(list, permit);
      try (var all = Files.list(hosts)) {
        for (var file : all.filter(Files::isRegularFile).toList()) {
          Files.setLastModifiedTime(file, FileTime.from(Instant.parse(LONG_AGO)));
        }
      }

      filter.reconcile(list, permit);
      filter.update(list, List.of(mac("1"), mac("2")), permit);

      for (var file : List.of(mac("1").text(), mac("2").text(), "unknown_hosts_filter")) {
        assertThat(Files.getLastModifiedTime(hosts.resolve(file))).as(file).hasToString(LONG_AGO);
      }
    }

    @Test
    void mends_what_others_changed_and_counts_it() throws IOException {
      var filter = filter();
      want("1+ 2- 3- U-");
      assertThat(filter.reconcile(list, permit)).isZero();
      Files.delete(hosts.resolve(mac("1").text()));
      Files.writeString(hosts.resolve(mac("2").text()), mac("2").text() + "\n");
      Files.writeString(hosts.resolve(mac("3").text()), "");
      Files.writeString(hosts.resolve(mac("4").text()), mac("4").text() + "\n");

      assertThat(filter.reconcile(list, permit)).isEqualTo(4);

      assertThat(files()).isEqualTo("1+ 2- 3- 4- U-");
      assertThat(filter.reconcile(list, permit)).isZero();
    }

    @Test
    void replaces_a_file_of_the_right_size_and_wrong_content_that_it_finds_at_the_start()
        throws IOException {
      Files.writeString(hosts.resolve(mac("1").text()), mac("2").text() + "\n");
      want("1+ U-");

      filter().reconcile(list, permit);

      assertThat(files()).isEqualTo("1+ U-");
    }

    @Test
    void leaves_strange_files_alone_and_names_them() throws IOException {
      Files.writeString(hosts.resolve("README"), "52:54:00:00:00:01\n");
      var filter = filter();
      want("1- U-");
      filter.reconcile(list, permit);

      assertThat(hosts.resolve("README")).hasContent("52:54:00:00:00:01");
      assertThat(filter.warning()).get().asString().contains("README", "Delete them");
    }
  }

  @Nested
  class One_change {
    @Test
    void writes_the_files_of_the_changed_addresses_only() throws IOException {
      var filter = filter();
      want("1+ 2- U-");
      filter.reconcile(list, permit);
      Files.delete(hosts.resolve(mac("2").text())); // seen by the next comparison only

      list.put(mac("1"), Access.DENY);
      list.put(mac("3"), Access.ALLOW);
      filter.update(list, List.of(mac("1"), mac("3")), permit);

      assertThat(files()).isEqualTo("1- 3+ U-");
    }

    @Test
    void of_a_deleted_port_follows_the_unknown_machines() throws IOException {
      var filter = filter();
      want("1+ U-");
      filter.reconcile(list, permit);

      list.remove(mac("1"));
      filter.update(list, List.of(mac("1")), permit);
      assertThat(files()).isEqualTo("1- U-");

      list.unknown(Access.ALLOW);
      filter.update(list, List.of(), permit);
      assertThat(files()).isEqualTo("1+ U+");
    }

    @Test
    void after_the_other_never_becomes_too_many_at_once_for_dnsmasq() throws IOException {
      var filter = filter();
      want("1- U-");

      try (var log = CapturedLog.of(DnsmasqFilter.class)) {
        filter.reconcile(list, permit);
        for (int i = 0; i < 4500; i++) {
          list.put(mac("1"), i % 2 == 0 ? Access.ALLOW : Access.DENY);
          filter.update(list, List.of(mac("1")), permit);
        }

        assertThat(log.lines()).isEmpty();
      }
    }
  }

  @Nested
  class Many_addresses_without_files {
    private static final int DENIED = 1200;

    private final MacAddress allowed = mac("1");

    private void list(Access unknown) {
      list(DENIED, unknown);
    }

    private void list(int denied, Access unknown) {
      var all =
          IntStream.range(0, denied)
              .mapToObj(i -> MacAddress.of("52:54:01:00:%02x:%02x".formatted(i / 256, i % 256)))
              .collect(toMap(it -> it, _ -> Access.DENY));
      all.put(allowed, Access.ALLOW);
      list.replace(all, unknown);
    }

    private long denied() throws IOException {
      try (var all = Files.list(hosts)) {
        return all.filter(it -> it.getFileName().toString().startsWith("52:54:01")).count();
      }
    }

    private String of(String name) throws IOException {
      return sign(hosts.resolve(name));
    }

    @Test
    void need_none_while_unknown_machines_are_denied_too() throws IOException {
      var filter = filter();
      list(Access.DENY);

      filter.reconcile(list, permit);

      assertThat(of(allowed.text())).isEqualTo("1+");
      assertThat(of("unknown_hosts_filter")).isEqualTo("U-");
      assertThat(denied()).isLessThan(DENIED);
      assertThat(filter.continueWork(list, permit)).isTrue();
      assertThat(filter.continueWork(list, permit)).isFalse();
      assertThat(denied()).isEqualTo(DENIED);
      assertThat(filter.reconcile(list, permit)).isZero();
    }

    @Test
    void get_them_before_unknown_machines_are_answered() throws IOException {
      var filter = filter();
      list(Access.ALLOW);

      filter.reconcile(list, permit);

      assertThat(of(allowed.text())).isEqualTo("1+");
      do {
        assertThat(of("unknown_hosts_filter")).isEqualTo("U-");
      } while (filter.continueWork(list, permit));
      assertThat(denied()).isEqualTo(DENIED);
      assertThat(of("unknown_hosts_filter")).isEqualTo("U+");
    }

    @Test
    void do_not_keep_changes_waiting() throws IOException {
      var filter = filter();
      list(Access.ALLOW);
      filter.reconcile(list, permit);

      list.put(allowed, Access.DENY);
      list.put(mac("2"), Access.ALLOW);
      list.remove(MacAddress.of("52:54:01:00:04:af")); // the last one
      filter.update(list, List.of(allowed, mac("2"), MacAddress.of("52:54:01:00:04:af")), permit);

      assertThat(of(allowed.text())).isEqualTo("1-");
      assertThat(of(mac("2").text())).isEqualTo("2+");
      assertThat(of("unknown_hosts_filter")).isEqualTo("U-");
      assertThat(denied()).isLessThan(DENIED - 1);
      while (filter.continueWork(list, permit)) {}
      assertThat(denied()).isBetween(DENIED - 1L, (long) DENIED);
      assertThat(of("unknown_hosts_filter")).isEqualTo("U+");
    }

    @Test
    void are_too_many_at_once_for_dnsmasq_also_when_announcements_come_between_them()
        throws IOException {
      var filter = filter();
      list(4500, Access.DENY);

      try (var log = CapturedLog.of(DnsmasqFilter.class)) {
        filter.reconcile(list, permit);
        do {
          filter.update(list, List.of(allowed), permit);
        } while (filter.continueWork(list, permit));

        assertThat(log.lines()).singleElement().asString().contains("send it SIGHUP");
      }
    }
  }

  @Nested
  class Without_a_permit {
    @Test
    void everyone_is_denied_and_the_list_kept_current() throws IOException {
      var filter = filter();
      permit.revoke();
      want("1+ 2- U+");

      filter.reconcile(list, permit);
      assertThat(files()).isEqualTo("1- 2- U-");
      list.put(mac("3"), Access.ALLOW);
      filter.update(list, List.of(mac("3")), permit);
      assertThat(files()).isEqualTo("1- 2- 3- U-");

      permit.grantUnlimited();
      filter.reconcile(list, permit);
      assertThat(files()).isEqualTo("1+ 2- 3+ U+");
    }

    @Test
    void what_a_killed_filter_left_is_denied_at_the_start() throws IOException {
      want("1+ 2- U+");
      var killed = filter();
      killed.reconcile(list, permit);
      killed.close();

      filter().denyAll();

      assertThat(files()).isEqualTo("1- 2- U-");
    }
  }

  @Nested
  class The_guard {
    @Test
    void denies_everyone_when_no_sign_of_life_comes_and_the_filter_notices() throws IOException {
      var filter = filter(Duration.ofMillis(300));
      want("1+ 2- U+");
      filter.reconcile(list, permit);

      await().atMost(Duration.ofSeconds(10)).until(() -> files().equals("1- 2- U-"));
      await().atMost(Duration.ofSeconds(10)).until(() -> writers() == 0);

      list.put(mac("3"), Access.ALLOW);
      assertThatThrownBy(() -> filter.update(list, List.of(mac("3")), permit))
          .as("it cannot rename a file into place any more")
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> filter.prolong(permit)).hasMessageContaining("no sign of life");
      assertThat(files()).isEqualTo("1- 2- U-");

      filter.reconcile(list, permit);
      assertThat(files()).isEqualTo("1+ 2- 3+ U+");
    }

    @Test
    void that_has_ended_does_not_keep_a_filter_without_a_permit_from_keeping_its_list()
        throws IOException {
      var filter = filter(Duration.ofMillis(300));
      want("1+ U-");
      filter.reconcile(list, permit);
      await().atMost(Duration.ofSeconds(10)).until(() -> writers() == 0);

      permit.revoke();
      filter.denyAll();
      want("1+ 2- U-");
      filter.reconcile(list, permit);
      assertThat(files()).isEqualTo("1- 2- U-");
    }

    @Test
    void is_dismissed_when_everyone_is_denied() throws IOException {
      var filter = filter(PATIENCE);
      want("1+ U-");
      filter.reconcile(list, permit);
      assertThat(guards()).isEqualTo(1);

      filter.denyAll();

      await().atMost(Duration.ofSeconds(10)).until(() -> guards() == 0);
    }

    private long guards() {
      return ProcessHandle.current()
          .children()
          .filter(it -> it.info().commandLine().orElse("").contains("assay-pxe-filter-guard"))
          .filter(it -> it.info().commandLine().orElse("").contains(hosts.toString()))
          .count();
    }
  }

  private long writers() throws IOException {
    try (var all = Files.list(hosts)) {
      return all.filter(Files::isDirectory).count();
    }
  }

  @Nested
  class The_folder {
    @Test
    void belongs_to_one_filter() {
      filter();

      assertThatThrownBy(DnsmasqFilterTest.this::filter)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Another PXE filter writes to");
    }

    @Test
    void must_be_there() {
      var missing = hosts.resolve("missing");

      assertThatThrownBy(() -> new DnsmasqFilter(missing, Optional.empty(), true, PATIENCE))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("assay.pxe-filter.dhcp-hostsdir is " + missing);
    }

    @Test
    void that_was_removed_is_a_failure_until_it_is_back() throws IOException {
      var filter = filter();
      want("1+ U-");
      filter.reconcile(list, permit);
      delete(hosts);

      list.put(mac("2"), Access.ALLOW);
      assertThatThrownBy(() -> filter.update(list, List.of(mac("2")), permit))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(filter::denyAll).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> filter.reconcile(list, permit)).isInstanceOf(IOException.class);

      Files.createDirectory(hosts);
      filter.denyAll();
      assertThat(files()).isEqualTo("U-");
      filter.reconcile(list, permit);
      assertThat(files()).isEqualTo("1+ 2+ U-");
    }

    @Test
    void is_swept_of_what_killed_filters_left() throws IOException {
      var left = Files.createDirectory(hosts.resolve(".assay-0-1"));
      Files.writeString(left.resolve("draft"), "half");
      want("1- U-");

      filter().reconcile(list, permit);

      assertThat(left).doesNotExist();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  @Test
  void files_of_addresses_that_are_no_ports_stay_when_dnsmasq_cannot_be_told() throws IOException {
    Files.writeString(hosts.resolve(mac("7").text()), mac("7").text() + "\n");
    list.replace(Map.of(mac("1"), Access.ALLOW), Access.DENY);

    filter().reconcile(list, permit);

    assertThat(files()).isEqualTo("1+ 7- U-");
  }

  @Test
  void files_of_addresses_that_are_no_ports_are_deleted_when_dnsmasq_can_be_told()
      throws IOException {
    Files.writeString(hosts.resolve(mac("7").text()), mac("7").text() + "\n");
    list.replace(Map.of(mac("1"), Access.ALLOW), Access.DENY);
    var noPid = Optional.of(hosts.resolve(".no-pid"));

    try (var filter = new DnsmasqFilter(hosts, noPid, true, Duration.ZERO)) {
      filter.reconcile(list, permit);
    }

    assertThat(files()).isEqualTo("1+ U-");
  }
}
