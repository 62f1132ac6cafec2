package dev.assay.conductor.hook;

import dev.assay.hook.Changes;
import dev.assay.hook.HookConfig;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.hook.KnownPort;
import dev.assay.hook.UsableInterfaces;
import dev.assay.hook.UsableInterfaces.Judged;
import dev.assay.id.MacAddress;
import inet.ipaddr.AddressStringException;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressNetwork.IPAddressGenerator;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IncompatibleAddressException;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Records which physical network a port is in, by the IP addresses of its interface.
 *
 * <p>Needs {@link UsableInterfaces}; sets {@code physical_network} of the node's ports to the name
 * of the first entry of {@code assay.inspector.physical-network-cidr-map} that contains an address
 * of the interface, IPv4 before IPv6; without a match it stays. When an interface is reported more
 * than once, the last record with a match counts. Source: spec hooks.md 16.
 */
public final class PhysicalNetworkHook implements InspectionHook {
  private final List<Subnet> subnets;

  private record Subnet(IPAddress block, String network) {
    static Subnet parse(String item) {
      var colon = item.lastIndexOf(':');
      if (colon < 0 || item.substring(colon + 1).isBlank()) {
        throw wrong(item, "write CIDR:name");
      }
      var name = item.substring(colon + 1).strip();
      if (name.length() > KnownPort.LONGEST_NETWORK) {
        throw wrong(item, "a name has at most %d characters".formatted(KnownPort.LONGEST_NETWORK));
      }
      return new Subnet(block(item, item.substring(0, colon).strip()), name);
    }

    private static IPAddress block(String item, String cidr) {
      try {
        var block = new IPAddressString(cidr).toAddress();
        if (block != null && block.getNetworkPrefixLength() != null && block.isPrefixBlock()) {
          return block;
        }
      } catch (AddressStringException | IncompatibleAddressException _) {
        // reported below
      }
      throw wrong(item, "%s is no subnet like 10.0.0.0/8 without host bits".formatted(cidr));
    }

    private static IllegalArgumentException wrong(String item, String why) {
      return new IllegalArgumentException(
          "assay.inspector.physical-network-cidr-map has the item \"%s\"; %s".formatted(item, why));
    }
  }

  /** Knows no subnet until it is configured. */
  public PhysicalNetworkHook() {
    this(List.of());
  }

  private PhysicalNetworkHook(List<Subnet> subnets) {
    this.subnets = List.copyOf(subnets);
  }

  @Override
  public String name() {
    return "physical-network";
  }

  @Override
  public List<String> after() {
    return List.of("validate-interfaces");
  }

  @Override
  public InspectionHook configured(HookConfig config) {
    return new PhysicalNetworkHook(
        config.physicalNetworkCidrMap().orElse(List.of()).stream().map(Subnet::parse).toList());
  }

  @Override
  public void process(HookInput in, Changes out) {
    if (subnets.isEmpty()) {
      return;
    }
    Map<MacAddress, String> networks = new HashMap<>();
    for (var nic : ReportedInterfaces.of(in, out)) {
      network(nic).ifPresent(name -> networks.put(nic.mac(), name));
    }
    for (var port : out.ports()) {
      var name = networks.get(port.address());
      if (name != null) {
        out.updatePort(port.withPhysicalNetwork(name));
      }
    }
  }

  private Optional<String> network(Judged nic) {
    return Stream.of(nic.reported().ipv4(), nic.reported().ipv6())
        .flatMap(Optional::stream)
        .flatMap(ip -> address(ip).stream())
        .flatMap(ip -> subnets.stream().filter(subnet -> subnet.block().contains(ip)))
        .map(Subnet::network)
        .findFirst();
  }

  private static Optional<IPAddress> address(String ip) {
    try {
      return Optional.of(new IPAddressGenerator().from(InetAddress.ofLiteral(ip)));
    } catch (IllegalArgumentException _) {
      return Optional.empty(); // not an address: it is in no subnet
    }
  }
}
