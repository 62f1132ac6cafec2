package dev.assay.pxefilter.filter.nftables;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.bootaccess.Access;
import dev.assay.id.MacAddress;
import dev.assay.pxefilter.filter.AccessList;
import dev.assay.pxefilter.filter.BootFilter;
import dev.assay.pxefilter.filter.Permit;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets DHCP requests pass the firewall of this host, or drops them, by the sender's address. The
 * kernel drops all of them when this process does not renew an element that expires: so it denies
 * everyone when the process dies or is paused. Each change is one transaction of the kernel.
 * Source: spec pxe-filter.md 5.
 */
public final class NftablesFilter implements BootFilter {
  /** DHCP, DHCPv6 and the PXE boot server. */
  private static final List<Integer> PORTS = List.of(67, 547, 4011);

  private static final String PORT_LIST =
      PORTS.stream().map(String::valueOf).collect(joining(", "));

  private static final int ELEMENTS_A_LINE = 1000;

  private final Nft nft;
  private final String table;
  private final List<String> interfaces;

  /** What the sets of the kernel contain, as far as this process knows. */
  private Sets sets = Sets.empty();

  private @Nullable Access unknown;
  private boolean known;

  /** The expiry of the permit that the kernel was told last; null when it was told of none. */
  private @Nullable OptionalLong servedUntil;

  /** The addresses in the set of each access. */
  private record Sets(Set<MacAddress> allow, Set<MacAddress> deny) {
    static Sets empty() {
      return new Sets(new HashSet<>(), new HashSet<>());
    }

    /** All known addresses of {@code list}. */
    static Sets of(AccessList list) {
      var all = empty();
      list.known().forEach((address, access) -> all.of(access).add(address));
      return all;
    }

    Set<MacAddress> of(Access access) {
      return switch (access) {
        case ALLOW -> allow;
        case DENY -> deny;
      };
    }

    /** How many elements are in one of the two and not in the other. */
    int differences(Sets other) {
      int all = 0;
      for (var access : Access.values()) {
        all += minus(of(access), other.of(access)).size();
        all += minus(other.of(access), of(access)).size();
      }
      return all;
    }
  }

  /**
   * Changes nothing yet.
   *
   * @param command the program nft with its arguments
   * @param network the name of the provisioning network, for the name of the table
   * @param interfaces at which requests arrive; none for all
   */
  public NftablesFilter(String command, String network, List<String> interfaces) {
    this.nft = new Nft(command);
    this.table = "assay_pxe_filter_" + network.replaceAll("[^A-Za-z0-9_]", "_");
    this.interfaces = List.copyOf(interfaces);
  }

  @Override
  public int reconcile(AccessList list, Permit permit) throws IOException {
    int drift = look();
    var script = new StringBuilder(structure());
    unknown(script, list.unknown());
    var wanted = Sets.of(list);
    for (var access : Access.values()) {
      change(script, "add", access, minus(wanted.of(access), sets.of(access)));
      change(script, "delete", access, minus(sets.of(access), wanted.of(access)));
    }
    if (!permit.isValid()) {
      script.append(notServing());
    }
    run(script);
    servedUntil = null; // somebody may have removed that as well: prolong writes it again
    sets = wanted;
    unknown = list.unknown();
    return drift;
  }

  /** Reads the sets, and returns how many of their elements are not as this process left them. */
  private int look() throws IOException {
    var content = nft.table(table);
    var found = Sets.empty();
    content.ifPresent(
        it -> {
          for (var access : Access.values()) {
            found.of(access).addAll(elements(it, set(access)));
          }
        });
    int drift = known ? sets.differences(found) : 0;
    sets = found;
    if (content.isPresent() && !hasStructure(content.get())) {
      nft.run("delete table inet %s\n%s".formatted(table, structure()));
      sets = Sets.empty();
    }
    known = true;
    return drift;
  }

  /** Whether sets and chains are of the kinds that they must be, so that rules can be added. */
  private boolean hasStructure(JsonNode content) {
    int right = 0;
    for (var each : content) {
      var set = each.path("set");
      var chain = each.path("chain");
      if (set.path("type").asText().equals("ether_addr")
          || chain.path("hook").asText().equals("input")) {
        right++;
      }
    }
    return right >= 3;
  }

  private static Set<MacAddress> elements(JsonNode content, String name) {
    var elements = new HashSet<MacAddress>();
    for (var each : content) {
      var set = each.path("set");
      if (set.path("name").asText().equals(name)) {
        set.path("elem")
            .forEach(element -> MacAddress.parse(element.asText()).ifPresent(elements::add));
      }
    }
    return elements;
  }

  /**
   * Everything but the elements; nobody passes, and unknown addresses are dropped. Adding what is
   * there has no effect; the rules are written again, since somebody may have changed them.
   */
  private String structure() {
    var arriving =
        interfaces.isEmpty()
            ? ""
            : interfaces.stream()
                .map("\"%s\""::formatted)
                .collect(joining(", ", "iifname { ", " } "));
    return """
        add table inet TABLE
        add set inet TABLE allow { type ether_addr; }
        add set inet TABLE deny { type ether_addr; }
        add set inet TABLE serving { type inet_service; flags timeout; }
        add chain inet TABLE unknown
        add chain inet TABLE dhcp
        add chain inet TABLE input { type filter hook input priority -10; policy accept; }
        flush chain inet TABLE input
        flush chain inet TABLE dhcp
        flush chain inet TABLE unknown
        add rule inet TABLE unknown drop
        add rule inet TABLE dhcp udp dport != @serving drop
        add rule inet TABLE dhcp ether saddr @allow accept
        add rule inet TABLE dhcp ether saddr @deny drop
        add rule inet TABLE dhcp goto unknown
        add rule inet TABLE input %sudp dport { %s } jump dhcp
        """
        .formatted(arriving, PORT_LIST)
        .replace("TABLE", table);
  }

  private void unknown(StringBuilder script, Access access) {
    script
        .append("flush chain inet %s unknown\n".formatted(table))
        .append("add rule inet %s unknown ".formatted(table))
        .append(
            switch (access) {
              case ALLOW -> "accept\n";
              case DENY -> "drop\n";
            });
  }

  private void change(
      StringBuilder script, String verb, Access access, Collection<MacAddress> addresses) {
    var rest = List.copyOf(addresses);
    for (int from = 0; from < rest.size(); from += ELEMENTS_A_LINE) {
      var some = rest.subList(from, Math.min(rest.size(), from + ELEMENTS_A_LINE));
      script.append(
          "%s element inet %s %s { %s }\n"
              .formatted(
                  verb,
                  table,
                  set(access),
                  some.stream().map(MacAddress::text).collect(joining(", "))));
    }
  }

  /** Lets no request reach the DHCP server. */
  private String notServing() {
    return "flush set inet %s serving\n".formatted(table);
  }

  /** Lets requests reach the DHCP server until the permit expires, or not at all. */
  private String serving(Permit permit) {
    var remaining = permit.remaining().toMillis();
    if (remaining == 0) {
      return "";
    }
    var limit = permit.expiry().isPresent() ? " timeout %dms".formatted(remaining) : "";
    return "add element inet %s serving { %s }\n"
        .formatted(table, PORTS.stream().map(port -> port + limit).collect(joining(", ")));
  }

  /**
   * The sets are current without a permit too, and {@link #prolong} opens; unknown addresses were
   * denied with all others.
   */
  @Override
  public void open(AccessList list, Permit permit) throws IOException {
    update(list, list.known().keySet(), permit);
  }

  @Override
  public void update(AccessList list, Collection<MacAddress> changed, Permit permit)
      throws IOException {
    var script = new StringBuilder();
    if (list.unknown() != unknown) {
      unknown(script, list.unknown());
    }
    var wanted = Sets.empty();
    for (var address : changed) {
      var access = list.known().get(address);
      if (access != null) {
        wanted.of(access).add(address);
      }
    }
    for (var access : Access.values()) {
      var now = sets.of(access);
      change(script, "add", access, minus(wanted.of(access), now));
      change(
          script,
          "delete",
          access,
          changed.stream()
              .filter(it -> now.contains(it) && !wanted.of(access).contains(it))
              .toList());
    }
    if (!script.isEmpty()) {
      run(script);
    }
    for (var access : Access.values()) {
      changed.forEach(sets.of(access)::remove); // removeAll would search a list for each element
      sets.of(access).addAll(wanted.of(access));
    }
    unknown = list.unknown();
  }

  /**
   * Runs nft only when the permit was renewed since. The kernel counts the remaining time from when
   * it is told, which is too late when this process or nft was paused before. So it is told to
   * replace the elements that it still has, which it refuses when they have expired: another filter
   * may have taken over since. Then, and when there were none yet, the remaining time is asked
   * anew.
   */
  @Override
  public void prolong(Permit permit) throws IOException {
    var expiry = permit.expiry();
    if (!expiry.equals(servedUntil)) {
      try {
        nft.run(
            "delete element inet %s serving { %s }\n%s"
                .formatted(table, PORT_LIST, serving(permit)));
      } catch (IOException _) {
        nft.run(notServing() + serving(permit));
      }
      servedUntil = expiry;
    }
  }

  @Override
  public void denyAll() throws IOException {
    var script = new StringBuilder(structure());
    script.append(notServing());
    servedUntil = null;
    unknown = Access.DENY;
    try {
      run(script);
    } catch (IOException _) { // somebody made a table that this one cannot be added to
      nft.run("add table inet %1$s\ndelete table inet %1$s\n%2$s".formatted(table, structure()));
      sets = Sets.empty();
    }
  }

  private void run(StringBuilder script) throws IOException {
    nft.run(script.toString());
  }

  @Override
  public Optional<String> warning() {
    return Optional.empty();
  }

  /** Leaves the rules in force. */
  @Override
  public void close() {}

  private static Set<MacAddress> minus(Set<MacAddress> from, Set<MacAddress> what) {
    var rest = new HashSet<MacAddress>();
    for (var address : from) {
      if (!what.contains(address)) {
        rest.add(address);
      }
    }
    return rest;
  }

  private static String set(Access access) {
    return access.wire();
  }
}
