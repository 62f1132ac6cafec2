package dev.assay.simulator;

import dev.assay.simulator.hardware.BmcKind;
import dev.assay.simulator.hardware.Hardware;
import dev.assay.simulator.hardware.HardwareKind;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a {@link Rack}; the same plan always gives the same machines.
 *
 * @param machines 1 to {@link Hardware#MAX_MACHINES}
 * @param seed of MACs, serials, sizes and random intervals
 * @param kinds used in rotation
 * @param listenHost the only host that anything binds to; name or address
 * @param firstBmcPort port of the first BMC, the others follow; 0: free ports
 * @param callbackUrls where callbacks are posted, tried in this order
 * @param apiUrl root of the API; null: machines neither look up nor send heartbeats
 * @param ipxeUrl of the script that machines boot from the network, with %s for the MAC address;
 *     null: a server that is not simulated boots the ramdisk
 * @param bootTime from power-on to the start of the agent, real time
 * @param powerDelay how long a power change takes, real time
 * @param dhcpWait how long DHCP takes, real time
 * @param requestTimeout for connecting and for a response, real time; 30 s on real ramdisks
 * @param timeScale factor on all other waits of the ramdisk: 1 is real time, 0.01 a hundred times
 *     faster
 * @param networkFirst true: machines boot from the network by default
 * @param bmcKinds used in rotation
 * @param systemsPerBmc how many machines each BMC controls, 1 to 16; the last may have fewer
 * @param bmcLatency how long a BMC takes for each response, real time
 * @param bmcTls whether BMCs are asked by https, with a certificate that the rack issues
 */
public record RackPlan(
    int machines,
    long seed,
    List<HardwareKind> kinds,
    String listenHost,
    int firstBmcPort,
    List<URI> callbackUrls,
    @Nullable URI apiUrl,
    @Nullable String ipxeUrl,
    Duration bootTime,
    Duration powerDelay,
    Duration dhcpWait,
    Duration requestTimeout,
    double timeScale,
    boolean networkFirst,
    List<BmcKind> bmcKinds,
    int systemsPerBmc,
    Duration bmcLatency,
    boolean bmcTls) {

  private static final int MOST_SYSTEMS = 16;

  public RackPlan {
    kinds = List.copyOf(kinds);
    bmcKinds = List.copyOf(bmcKinds);
    callbackUrls = List.copyOf(callbackUrls);
    require(machines >= 1 && machines <= Hardware.MAX_MACHINES, "machines: 1 to 100000");
    require(!kinds.isEmpty(), "kinds: at least one");
    require(!bmcKinds.isEmpty(), "kinds of BMCs: at least one");
    require(systemsPerBmc >= 1 && systemsPerBmc <= MOST_SYSTEMS, "systems per BMC: 1 to 16");
    require(!callbackUrls.isEmpty(), "callback URL: at least one");
    require(callbackUrls.stream().allMatch(RackPlan::isHttp), "callback URL: http or https");
    require(apiUrl == null || isHttp(apiUrl), "API URL: http or https");
    require(
        firstBmcPort == 0
            || (firstBmcPort > 0 && firstBmcPort + bmcs(machines, systemsPerBmc) - 1 <= 65535),
        "BMC ports: 1 to 65535");
    require(timeScale > 0, "time scale: above 0");
    require(requestTimeout.isPositive(), "request timeout: above 0");
    require(!bootTime.isNegative() && !powerDelay.isNegative(), "delays: not below 0");
    require(!bmcLatency.isNegative(), "BMC latency: not below 0");
  }

  /**
   * A builder with defaults: one machine, all kinds in rotation, free ports on 127.0.0.1, real
   * time.
   *
   * @param callbackUrls one URL or several, comma-separated
   */
  public static Builder to(String callbackUrls) {
    return new Builder(callbackUrls);
  }

  /** How many BMCs there are. */
  public int bmcs() {
    return bmcs(machines, systemsPerBmc);
  }

  private static int bmcs(int machines, int systemsPerBmc) {
    return Math.ceilDiv(machines, systemsPerBmc);
  }

  private static boolean isHttp(URI url) {
    return url.getHost() != null
        && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()));
  }

  private static void require(boolean condition, String rule) {
    if (!condition) {
      throw new IllegalArgumentException(rule);
    }
  }

  /** Collects the values of a plan. */
  public static final class Builder {
    private final List<URI> callbackUrls;
    private int machines = 1;
    private long seed = 1;
    private List<HardwareKind> kinds = List.of(HardwareKind.values());
    private String listenHost = "127.0.0.1";
    private int firstBmcPort;
    private @Nullable URI apiUrl;
    private @Nullable String ipxeUrl;
    private Duration bootTime = Duration.ofSeconds(10);
    private Duration powerDelay = Duration.ofMillis(500);
    private Duration dhcpWait = Duration.ZERO;
    private Duration requestTimeout = Duration.ofSeconds(30);
    private double timeScale = 1;
    private boolean networkFirst;
    private List<BmcKind> bmcKinds = List.of(BmcKind.GENERIC);
    private int systemsPerBmc = 1;
    private Duration bmcLatency = Duration.ZERO;
    private boolean bmcTls;

    private Builder(String callbackUrls) {
      this.callbackUrls =
          Arrays.stream(callbackUrls.split(",", -1))
              .map(String::strip)
              .filter(url -> !url.isEmpty())
              .map(URI::create)
              .toList();
    }

    public Builder machines(int count) {
      machines = count;
      return this;
    }

    public Builder seed(long value) {
      seed = value;
      return this;
    }

    public Builder kinds(HardwareKind... values) {
      kinds = List.of(values);
      return this;
    }

    public Builder listenHost(String host) {
      listenHost = host;
      return this;
    }

    public Builder firstBmcPort(int port) {
      firstBmcPort = port;
      return this;
    }

    /** Sets the root of the API; a trailing slash is removed. */
    public Builder apiUrl(String url) {
      apiUrl = URI.create(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
      return this;
    }

    /** Sets the URL of the iPXE script, with %s for the MAC address. */
    public Builder ipxeUrl(String template) {
      ipxeUrl = template;
      return this;
    }

    public Builder bootTime(Duration duration) {
      bootTime = duration;
      return this;
    }

    public Builder powerDelay(Duration duration) {
      powerDelay = duration;
      return this;
    }

    public Builder dhcpWait(Duration duration) {
      dhcpWait = duration;
      return this;
    }

    public Builder requestTimeout(Duration duration) {
      requestTimeout = duration;
      return this;
    }

    public Builder timeScale(double factor) {
      timeScale = factor;
      return this;
    }

    public Builder networkFirst(boolean value) {
      networkFirst = value;
      return this;
    }

    public Builder bmcKinds(BmcKind... values) {
      bmcKinds = List.of(values);
      return this;
    }

    public Builder systemsPerBmc(int count) {
      systemsPerBmc = count;
      return this;
    }

    public Builder bmcLatency(Duration duration) {
      bmcLatency = duration;
      return this;
    }

    public Builder bmcTls(boolean value) {
      bmcTls = value;
      return this;
    }

    /**
     * Creates the plan.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public RackPlan build() {
      return new RackPlan(
          machines,
          seed,
          kinds,
          listenHost,
          firstBmcPort,
          callbackUrls,
          apiUrl,
          ipxeUrl,
          bootTime,
          powerDelay,
          dhcpWait,
          requestTimeout,
          timeScale,
          networkFirst,
          bmcKinds,
          systemsPerBmc,
          bmcLatency,
          bmcTls);
    }
  }
}
