package dev.assay.dhcp;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network of namespaces of the kernel: a switch, hosts with a DHCP server each, and one namespace
 * for all machines. Nothing of it reaches the network of this host; root makes and removes it.
 */
public final class ProvisioningNetwork implements AutoCloseable {
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  /** The interface of the machines that {@link DhcpProbe} plays. */
  private static final String PROBES = "probe0";

  /** The interface of the machine that {@link #stockClientGetsAddress} plays. */
  private static final String CLIENT = "client0";

  private final String name;
  private final List<DhcpHost> hosts = new ArrayList<>();

  private ProvisioningNetwork(String name) {
    this.name = name;
  }

  /** Why this host cannot have such a network; empty when it can. */
  public static Optional<String> whyNot() {
    var name = "assay-try-" + ProcessHandle.current().pid();
    var made = Command.run("ip", "netns", "add", name);
    if (made.status() != 0) {
      return Optional.of(
          "No network namespace can be made, which needs root and the package iproute2: "
              + made.output().strip());
    }
    try {
      var listed = Command.run("ip", "netns", "exec", name, "nft", "list", "ruleset");
      return listed.status() == 0
          ? Optional.empty()
          : Optional.of("nft does not work in a namespace: " + listed.output().strip());
    } finally {
      Command.run("ip", "netns", "delete", name);
    }
  }

  /** Makes a network with {@code count} hosts, which keep their files in {@code folder}. */
  public static ProvisioningNetwork create(Path folder, int count) {
    var network =
        new ProvisioningNetwork(
            "assay-%d-%d".formatted(ProcessHandle.current().pid(), NUMBERS.incrementAndGet()));
    try {
      network.build(folder.toAbsolutePath(), count);
      return network;
    } catch (RuntimeException | IOException e) {
      network.close();
      throw new IllegalStateException("the network cannot be made", e);
    }
  }

  private void build(Path folder, int count) throws IOException {
    Command.require("ip", "netns", "add", center());
    Command.require("ip", "netns", "add", machines());
    Command.requireIn(center(), "ip", "link", "add", "br0", "type", "bridge", "forward_delay", "0");
    Command.requireIn(center(), "ip", "link", "set", "br0", "up");
    for (var link : List.of(PROBES, CLIENT)) {
      connect(machines(), link, "to-" + link);
    }
    for (int i = 1; i <= count; i++) {
      var namespace = "%s-s%d".formatted(name, i);
      Command.require("ip", "netns", "add", namespace);
      hosts.add(new DhcpHost(namespace, i, folder.resolve("host-" + i)));
      connect(namespace, DhcpHost.INTERFACE, "to-host" + i);
      hosts.getLast().prepare();
    }
  }

  private void connect(String namespace, String link, String plug) {
    Command.requireIn(
        center(), "ip", "link", "add", plug, "type", "veth", "peer", "name", link, "netns",
        namespace);
    Command.requireIn(center(), "ip", "link", "set", plug, "master", "br0", "up");
    Command.requireIn(namespace, "ip", "link", "set", link, "up");
  }

  private String center() {
    return name + "-c";
  }

  private String machines() {
    return name + "-m";
  }

  /** The hosts of DHCP servers. */
  public List<DhcpHost> hosts() {
    return List.copyOf(hosts);
  }

  /** A probe that plays machines of any address. */
  public DhcpProbe probe() {
    return DhcpProbe.open(machines(), PROBES);
  }

  /** Whether the stock client udhcpc gets an address for the network card {@code address}. */
  public boolean stockClientGetsAddress(String address) {
    Command.requireIn(machines(), "ip", "link", "set", CLIENT, "down");
    Command.requireIn(machines(), "ip", "link", "set", CLIENT, "address", address);
    Command.requireIn(machines(), "ip", "link", "set", CLIENT, "up");
    return Command.run(
                Command.in(
                    machines(),
                    "udhcpc",
                    "-f",
                    "-n",
                    "-q",
                    "-t",
                    "3",
                    "-T",
                    "1",
                    "-i",
                    CLIENT,
                    "-s",
                    "/bin/true"))
            .status()
        == 0;
  }

  @Override
  public void close() {
    hosts.forEach(DhcpHost::remove);
    Command.run("ip", "netns", "delete", machines());
    Command.run("ip", "netns", "delete", center());
  }
}
