package dev.assay.dhcp;

import static org.awaitility.Awaitility.await;

import dev.assay.stack.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A host of the provisioning network that runs a DHCP server. */
public final class DhcpHost {
  /** The interface at which requests arrive. */
  public static final String INTERFACE = "prov0";

  private final String namespace;
  private final int number;
  private final Path folder;

  DhcpHost(String namespace, int number, Path folder) {
    this.namespace = namespace;
    this.number = number;
    this.folder = folder;
  }

  void prepare() throws IOException {
    Files.createDirectories(hosts());
    Command.requireIn(namespace, "ip", "address", "add", address() + "/16", "dev", INTERFACE);
    Command.requireIn(namespace, "ip", "link", "set", "lo", "up");
  }

  void remove() {
    Command.run("ip", "netns", "delete", namespace);
  }

  /** Its address on the network. */
  public String address() {
    return "10.77.0." + number;
  }

  /** The command that runs nft on this host. */
  public String nft() {
    return "ip netns exec %s nft".formatted(namespace);
  }

  /** As {@link #nft()}, but scripts wait while they are {@linkplain #holdNft held}. */
  public String heldNft() {
    try {
      Files.writeString(
          folder.resolve("nft.sh"),
          """
          cd %s
          if [ "$1" = -f ] && [ -e hold ]; then
            cat > script
            : > held
            while [ -e hold ]; do sleep 0.01; done
            set -- -f script
          fi
          exec %s "$@"
          """
              .formatted(folder.toAbsolutePath(), nft()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write in " + folder, e);
    }
    return "sh " + folder.resolve("nft.sh").toAbsolutePath();
  }

  /** Holds scripts of {@link #heldNft} from now on; returns when one is held. */
  public void holdNft() {
    try {
      Files.deleteIfExists(folder.resolve("held"));
      Files.createFile(folder.resolve("hold"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write in " + folder, e);
    }
    await("a script of nft is held").until(() -> Files.exists(folder.resolve("held")));
  }

  /** Lets the held script go on, and all later ones. */
  public void releaseNft() {
    try {
      Files.deleteIfExists(folder.resolve("hold"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete in " + folder, e);
    }
  }

  /** Changes or lists the firewall of this host, as an operator might. */
  public String nft(String... arguments) {
    return Command.requireIn(
        namespace, Stream.concat(Stream.of("nft"), Stream.of(arguments)).toArray(String[]::new));
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
    var lines =
        """
        port=0
        interface=%s
        bind-interfaces
        dhcp-range=10.77.%d.1,10.77.%d.250,255.255.0.0,2m
        dhcp-authoritative
        no-ping
        leasefile-ro
        user=root
        pid-file=%s
        %s
        """
            .formatted(
                INTERFACE,
                10 * number,
                10 * number + 9,
                pidFile(),
                filtered ? "dhcp-hostsdir=%s%ndhcp-ignore=tag:!known".formatted(hosts()) : "");
    try {
      Files.writeString(folder.resolve("dnsmasq.conf"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot configure dnsmasq in " + folder, e);
    }
    return new Server(
        "dnsmasq",
        List.of(
            Command.in(
                namespace,
                "dnsmasq",
                "--keep-in-foreground",
                "--log-facility=-",
                "--quiet-dhcp",
                "--conf-file=" + folder.resolve("dnsmasq.conf"))),
        Map.of(),
        folder.resolve("dnsmasq.log"),
        () -> Files.exists(pidFile()));
  }
}
