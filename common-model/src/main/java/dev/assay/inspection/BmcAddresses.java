package dev.assay.inspection;

import dev.assay.node.NodeAttributes;
import inet.ipaddr.HostName;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.net.InetAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the addresses of a node's BMC, by which the waiting node is looked up, in canonical text:
 * IPv4 dotted, IPv6 compressed lower case, host names lower case. Source: spec conductor.md 4.1.
 */
public final class BmcAddresses {
  /** Resolves a host name to addresses; empty when it does not resolve. */
  public interface Resolver {
    List<InetAddress> resolve(String host);
  }

  private final Resolver resolver;

  /** {@code resolver} is called only for names, never for addresses. */
  public BmcAddresses(Resolver resolver) {
    this.resolver = resolver;
  }

  /** Returns the canonical text of an IP address; empty when {@code address} is not one. */
  public static Optional<String> canonical(String address) {
    return Optional.ofNullable(ip(address)).map(BmcAddresses::text);
  }

  /**
   * Returns the addresses in driver_info: the value of every key that ends in {@code _address}, or
   * its host when it is a URL, resolved; without loopback addresses. {@code ipmi_} keys are ignored
   * when IPMI bridging is on.
   */
  public SortedSet<String> of(NodeAttributes node) {
    var found = new TreeSet<String>();
    hosts(node).forEach(host -> found.addAll(addresses(host)));
    return found;
  }

  /** Whether {@link #of} must resolve a name, which may take seconds. */
  public boolean mustResolve(NodeAttributes node) {
    return hosts(node).anyMatch(host -> ip(host) == null);
  }

  /** Returns the host names in driver_info that do not resolve. */
  public List<String> unresolved(NodeAttributes node) {
    return hosts(node)
        .filter(host -> ip(host) == null && resolver.resolve(host).isEmpty())
        .toList();
  }

  private static Stream<String> hosts(NodeAttributes node) {
    var bridging = node.driverInfo().path("ipmi_bridging").asText().strip();
    var bridged = List.of("single", "dual").contains(bridging.toLowerCase(Locale.ROOT));
    return node.driverInfo().properties().stream()
        .filter(entry -> entry.getKey().endsWith("_address") && entry.getValue().isTextual())
        .filter(entry -> !(bridged && entry.getKey().startsWith("ipmi_")))
        .map(Map.Entry::getValue)
        .flatMap(value -> host(value.textValue()).stream());
  }

  private SortedSet<String> addresses(String host) {
    var found = new TreeSet<String>();
    var ip = ip(host);
    if (ip != null) {
      if (!ip.isLoopback()) {
        found.add(text(ip));
      }
      return found;
    }
    var resolved = resolver.resolve(host);
    resolved.stream()
        .filter(address -> !address.isLoopbackAddress())
        .flatMap(address -> canonical(address.getHostAddress()).stream())
        .forEach(found::add);
    if (resolved.isEmpty() || !found.isEmpty()) {
      found.add(host.toLowerCase(Locale.ROOT));
    }
    return found;
  }

  private static Optional<String> host(String value) {
    try {
      var text = value.contains("//") ? URI.create(value.strip()).getHost() : value.strip();
      return Optional.ofNullable(text)
          .map(host -> host.replace("[", "").replace("]", ""))
          .filter(host -> !host.isEmpty())
          .filter(host -> ip(host) != null || new HostName(host).isValid())
          .map(BmcAddresses::withoutPort);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // not a URL: no address
    }
  }

  private static String withoutPort(String host) {
    return ip(host) == null && host.indexOf(':') > 0 ? host.substring(0, host.indexOf(':')) : host;
  }

  private static @Nullable IPAddress ip(String text) {
    var address = new IPAddressString(text).getAddress();
    return address == null || address.isMultiple() || text.isBlank() ? null : address;
  }

  private static String text(IPAddress address) {
    return address.withoutPrefixLength().toCanonicalString();
  }

  /** Resolves a name with the system's resolver; empty when it does not resolve. */
  public static List<InetAddress> system(String host) {
    try {
      return Arrays.asList(InetAddress.getAllByName(host));
    } catch (java.net.UnknownHostException e) {
      return List.of();
    }
  }
}
