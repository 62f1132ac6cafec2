package dev.assay.api.doctor;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import dev.assay.api.conductor.ServingConductors;
import dev.assay.boot.BootConfig;
import dev.assay.boot.BootUrls;
import dev.assay.bootaccess.Access;
import dev.assay.bootaccess.AccessPolicy;
import dev.assay.deadletter.DeadLetters;
import dev.assay.doctor.Finding;
import dev.assay.node.SharedBmcs;
import dev.assay.nodeedit.NodeEdit;
import dev.assay.registration.Conductor;
import dev.assay.registration.Conductors;
import dev.assay.registration.PxeFilter;
import dev.assay.registration.PxeFilterReport;
import dev.assay.registration.PxeFilterReport.State;
import dev.assay.registration.PxeFilters;
import inet.ipaddr.HostName;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * Checks what concerns all nodes: conductors, PXE filters, the URL for ramdisks, double BMCs, dead
 * letters.
 */
@ApplicationScoped
class ServiceExamination {
  private final Session database;
  private final Conductors conductors;
  private final ServingConductors live;
  private final PxeFilters filters;
  private final SharedBmcs bmcs;
  private final BootConfig boot;
  private final DeadLetters letters;

  ServiceExamination(
      Session database,
      Conductors conductors,
      ServingConductors live,
      PxeFilters filters,
      SharedBmcs bmcs,
      BootConfig boot,
      DeadLetters letters) {
    this.database = database;
    this.conductors = conductors;
    this.live = live;
    this.filters = filters;
    this.bmcs = bmcs;
    this.boot = boot;
    this.letters = letters;
  }

  @Transactional
  List<Finding> run() {
    var findings = new ArrayList<Finding>();
    findings.add(alive());
    findings.addAll(unserved());
    findings.add(callback());
    findings.add(filters());
    findings.addAll(sharedBmcs());
    findings.add(deadLetters());
    return findings;
  }

  private Finding alive() {
    var all = conductors.all();
    var names = all.stream().filter(Conductor::alive).map(Conductor::hostname).toList();
    if (names.isEmpty()) {
      return Finding.failed(
          "conductor", "No conductor is running.", "Start one, and look at its log.");
    }
    var gone = all.stream().filter(it -> !it.alive()).map(Conductor::hostname).toList();
    return gone.isEmpty()
        ? Finding.ok("conductor", "Running: %s.".formatted(String.join(", ", names)))
        : Finding.warning(
            "conductor",
            "Running: %s; not running: %s."
                .formatted(String.join(", ", names), String.join(", ", gone)),
            "Start those that should run.");
  }

  /** Drivers and groups that have nodes and no conductor. */
  private List<Finding> unserved() {
    return database
        .createQuery(
            "select attributes.driver, attributes.conductorGroup, count(*) from Node"
                + " group by attributes.driver, attributes.conductorGroup"
                + " order by attributes.driver, attributes.conductorGroup",
            Object[].class)
        .getResultList()
        .stream()
        .filter(row -> !live.isServed((String) row[0], (String) row[1]))
        .map(
            row ->
                Finding.failed(
                    "conductor",
                    "%s Nodes: %s."
                        .formatted(NodeEdit.notServed((String) row[0], (String) row[1]), row[2]),
                    "Start a conductor of this group with the driver in"
                        + " assay.conductor.enabled-hardware-types."))
        .toList();
  }

  /** The root of the URLs that ramdisks are told; null when they are told none. */
  @Nullable String callbackUrl() {
    return BootUrls.root(boot).orElse(null);
  }

  /** Whether ramdisks can be told where to send their data. */
  Finding callback() {
    var root = BootUrls.root(boot);
    if (root.isEmpty()) {
      return Finding.skipped(
          "callback",
          "assay.boot.url is not set: the kernel parameters of your network boot must have"
              + " ipa-inspection-callback-url.");
    }
    var fix =
        "Set assay.boot.url to the API's URL as machines reach it, such as http://192.0.2.1:6385.";
    try {
      var url = new URI(root.get());
      var scheme = String.valueOf(url.getScheme());
      if (url.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
        return Finding.failed(
            "callback", "assay.boot.url is no URL: %s.".formatted(root.get()), fix);
      }
      var host = new HostName(url.getHost());
      var address = host.asAddress();
      if (host.isSelf() || (address != null && address.isAnyLocal())) {
        return Finding.warning(
            "callback",
            "assay.boot.url is %s, which only this host itself reaches.".formatted(root.get()),
            fix);
      }
      return Finding.ok("callback", "Ramdisks send their data to %s.".formatted(root.get()));
    } catch (URISyntaxException _) {
      return Finding.failed("callback", "assay.boot.url is no URL: %s.".formatted(root.get()), fix);
    }
  }

  /** Whether somebody opens DHCP for machines that boot, on every network. */
  Finding filters() {
    var working =
        filters.all().stream()
            .filter(PxeFilter::alive)
            .filter(filter -> filter.report().filter(it -> it.state() != State.NOOP).isPresent())
            .toList();
    var networks =
        working.stream().collect(groupingBy(ServiceExamination::network, TreeMap::new, toList()));
    if (networks.isEmpty()) {
      return Finding.warning(
          "pxe-filter",
          "No PXE filter is running.",
          "Nothing, if your DHCP server answers all machines; else start one.");
    }
    var states = new ArrayList<String>();
    networks.forEach((network, its) -> its.forEach(it -> states.add(state(network, it))));
    var detail = String.join("; ", states) + ".";
    var served =
        networks.values().stream()
            .filter(
                its ->
                    working.stream()
                        .filter(it -> it.is(State.ACTIVE))
                        .anyMatch(it -> its.contains(it) || servesFor(it, its.getFirst())))
            .count();
    if (served == networks.size()) {
      return Finding.ok("pxe-filter", detail);
    }
    var fix = "Correct what keeps the filters closed: GET /v1/pxe_filters shows it.";
    return served == 0
        ? Finding.failed("pxe-filter", "No machine can boot. " + detail, fix)
        : Finding.warning("pxe-filter", "On some networks no machine can boot. " + detail, fix);
  }

  /** Whether {@code filter} serves all conductor groups of the network of {@code other}. */
  private static boolean servesFor(PxeFilter filter, PxeFilter other) {
    var mine = filter.report().orElseThrow();
    return mine.policy().group().isEmpty()
        && mine.network().equals(other.report().orElseThrow().network());
  }

  /** Filters of different conductor groups do not take over from each other. */
  private static String network(PxeFilter filter) {
    return filter
        .report()
        .map(
            report ->
                report
                    .policy()
                    .group()
                    .map(group -> "%s, conductor group %s".formatted(report.network(), group))
                    .orElse(report.network()))
        .orElse("");
  }

  private static String state(String network, PxeFilter filter) {
    var report = filter.report();
    var why = report.map(PxeFilterReport::reason).map(it -> " (" + it.replaceAll("\\.$", "") + ")");
    return "%s of network %s is %s%s"
        .formatted(
            filter.hostname(),
            network,
            report.map(it -> it.state().name().toLowerCase(Locale.ROOT)).orElse(""),
            why.orElse(""));
  }

  /** Whether some active filter keeps a node without ports from booting. */
  boolean needsPorts() {
    return filters.all().stream()
        .filter(filter -> filter.is(State.ACTIVE))
        .flatMap(filter -> filter.report().stream())
        .map(PxeFilterReport::policy)
        .anyMatch(
            policy ->
                policy.decideUnknown(new AccessPolicy.Inspections(true, true)).access()
                    == Access.DENY);
  }

  private List<Finding> sharedBmcs() {
    var pairs = bmcs.pairs();
    return pairs.isEmpty()
        ? List.of(Finding.ok("duplicate-bmc", "Every node has a BMC of its own."))
        : List.of(
            Finding.failed(
                "duplicate-bmc",
                "Nodes with the same BMC: %s."
                    .formatted(
                        pairs.stream()
                            .map(it -> "%s and %s (%s)".formatted(it.one(), it.other(), it.host()))
                            .collect(joining("; "))),
                "Delete one of each two, or correct its address or redfish_system_id."));
  }

  /** Whether there are messages that were not carried out. */
  private Finding deadLetters() {
    var count = letters.count();
    return count == 0
        ? Finding.ok("dead-letters", "No message to a conductor is left undone.")
        : Finding.warning(
            "dead-letters",
            "Messages to conductors that were not carried out: %d.".formatted(count),
            "See what and why with GET /v1/dead_letters; replay each when its cause is corrected,"
                + " or delete it.");
  }
}
