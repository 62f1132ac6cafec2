package dev.assay.dhcp;

import dev.assay.stack.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network with a DHCP server in one namespace of the kernel and machines in another, joined by a
 * bridge. Nothing of it reaches the network of this host; root makes and removes it.
 */
public final class ProvisioningNetwork implements AutoCloseable {
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  /** The interface of the machines that {@link DhcpProbe} plays. */
  private static final String PROBES = "probe0";

  /** The interface of the machine that {@link #stockClientGetsAddress} plays. */
  private static final String CLIENT = "client0";

  /** The interface at which requests reach the DHCP server. */
  public static final String BRIDGE = "br-prov";

  private final String servers;
  private final String machines;
  private final Path folder;

  private ProvisioningNetwork(String servers, String machines, Path folder) {
    this.servers = servers;
    this.machines = machines;
    this.folder = folder;
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

  /** Makes the network; the DHCP server keeps its files in {@code folder}. */
  public static ProvisioningNetwork create(Path folder) {
    var name = "assay-%d-%d".formatted(ProcessHandle.current().pid(), NUMBERS.incrementAndGet());
    var network = new ProvisioningNetwork(name + "-s", name + "-m", folder.toAbsolutePath());
    try {
      network.build();
      return network;
    } catch (RuntimeException e) {
      network.close();
      throw e;
    }
  }

  private void build() {
    Command.require("ip", "netns", "add", servers);
    Command.require("ip", "netns", "add", machines);
    inServers("ip", "link", "add", BRIDGE, "type", "bridge", "forward_delay", "0");
    inServers("ip", "address", "add", "10.77.0.1/16", "dev", BRIDGE);
    for (var link : List.of(PROBES, CLIENT)) {
      inServers(
          "ip",
          "link",
          "add",
          "to-" + link,
          "type",
          "veth",
          "peer",
          "name",
          link,
          "netns",
          machines);
      inServers("ip", "link", "set", "to-" + link, "master", BRIDGE, "up");
      inMachines("ip", "link", "set", link, "up");
    }
    inServers("ip", "link", "set", BRIDGE, "up");
    inServers("ip", "link", "set", "lo", "up");
  }

  private void inServers(String... command) {
    Command.require(in(servers, command));
  }

  private void inMachines(String... command) {
    Command.require(in(machines, command));
  }

  private static String[] in(String namespace, String... command) {
    var all = new String[command.length + 4];
    all[0] = "ip";
    all[1] = "netns";
    all[2] = "exec";
    all[3] = namespace;
    System.arraycopy(command, 0, all, 4, command.length);
    return all;
  }

  /** The command that runs nft where the DHCP server is. */
  public String nft() {
    return "ip netns exec %s nft".formatted(servers);
  }

  /** What nft says about the firewall there. */
  public String ruleset() {
    return Command.require(in(servers, "nft", "list", "ruleset"));
  }

  /** Changes the firewall there, as an operator might. */
  public void nft(String... arguments) {
    var command = new String[arguments.length + 1];
    command[0] = "nft";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    inServers(command);
  }

  /** The folder that {@link #dnsmasq} reads as dhcp-hostsdir. */
  public Path hosts() {
    return folder.resolve("hosts");
  }

  /** The pid file of {@link #dnsmasq}. */
  public Path pidFile() {
    return folder.resolve("dnsmasq.pid");
  }

  /**
   * A dnsmasq, not started yet.
   *
   * @param filtered whether it answers only whom the folder {@link #hosts} allows, as
   *     docs/operating.md says; else it answers everyone
   */
  public Server dnsmasq(boolean filtered) {
    try {
      Files.createDirectories(hosts());
      var lines =
          """
          port=0
          interface=%s
          bind-interfaces
          dhcp-range=10.77.1.1,10.77.250.250,255.255.0.0,2m
          dhcp-authoritative
          no-ping
          leasefile-ro
          user=root
          pid-file=%s
          %s
          """
              .formatted(
                  BRIDGE,
                  pidFile(),
                  filtered ? "dhcp-hostsdir=%s%ndhcp-ignore=tag:!known".formatted(hosts()) : "");
      var configuration = folder.resolve("dnsmasq.conf");
      Files.writeString(configuration, lines);
      return new Server(
          "dnsmasq",
          List.of(
              in(
                  servers,
                  "dnsmasq",
                  "--keep-in-foreground",
                  "--log-facility=-",
                  "--conf-file=" + configuration)),
          Map.of(),
          folder.resolve("dnsmasq.log"),
          () -> Files.exists(pidFile()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot configure dnsmasq in " + folder, e);
    }
  }

  /** A probe that plays machines of any address. */
  public DhcpProbe probe() {
    return DhcpProbe.open(machines, PROBES);
  }

  /** Whether the stock client udhcpc gets an address for the network card {@code address}. */
  public boolean stockClientGetsAddress(String address) {
    inMachines("ip", "link", "set", CLIENT, "down");
    inMachines("ip", "link", "set", CLIENT, "address", address);
    inMachines("ip", "link", "set", CLIENT, "up");
    return Command.run(
                in(
                    machines,
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
    Command.run("ip", "netns", "delete", machines);
    Command.run("ip", "netns", "delete", servers);
  }
}
