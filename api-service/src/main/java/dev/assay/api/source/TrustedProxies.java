package dev.assay.api.source;

import dev.assay.api.ApiConfig;
import inet.ipaddr.AddressStringException;
import inet.ipaddr.AddressStringParameters.RangeParameters;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressNetwork.IPAddressGenerator;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import inet.ipaddr.IncompatibleAddressException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The proxies whose headers are trusted: those of assay.api.trusted-proxies, those at loopback when
 * only enable-proxy-headers-parsing or proxy-protocol is set, else none. Source:
 * docs/decisions/0015.
 */
@ApplicationScoped
public class TrustedProxies {
  private static final Logger LOG = Logger.getLogger(TrustedProxies.class);
  private static final List<String> LOOPBACK = List.of("127.0.0.0/8", "::1");
  private static final IPAddressStringParameters SUBNET =
      new IPAddressStringParameters.Builder()
          .allowAll(false)
          .allowEmpty(false)
          .allowSingleSegment(false)
          .allowWildcardedSeparator(false)
          .allow_inet_aton(false)
          .setRangeOptions(RangeParameters.NO_RANGE)
          .allowMask(false)
          .allowPrefixOnly(false)
          .toParams();

  private final List<IPAddress> subnets;

  @Inject
  TrustedProxies(ApiConfig config) {
    this(
        config
            .trustedProxies()
            .orElse(
                config.enableProxyHeadersParsing() || config.proxyProtocol()
                    ? LOOPBACK
                    : List.of()));
  }

  /**
   * Throws IllegalStateException when one of {@code subnets} is neither an address nor
   * address/length.
   */
  TrustedProxies(List<String> subnets) {
    this.subnets = subnets.stream().map(TrustedProxies::parse).toList();
  }

  private static IPAddress parse(String text) {
    try {
      var subnet = new IPAddressString(text.strip(), SUBNET).toAddress().toPrefixBlock();
      if (Integer.valueOf(0).equals(subnet.getPrefixLength())) {
        LOG.warnf(
            "assay.api.trusted-proxies contains %s, which trusts every client: any client can claim"
                + " any source address.",
            text);
      }
      return subnet;
    } catch (AddressStringException | IncompatibleAddressException e) {
      throw new IllegalStateException(
          "assay.api.trusted-proxies has \"%s\", which is no subnet: write 192.0.2.7, 10.1.0.0/16 or 2001:db8::/64."
              .formatted(text),
          e);
    }
  }

  /** True for the address of a trusted proxy. */
  public boolean contain(InetAddress address) {
    if (subnets.isEmpty()) {
      return false;
    }
    var candidate = new IPAddressGenerator().from(address.getAddress()); // without a zone
    return subnets.stream().anyMatch(subnet -> subnet.contains(candidate));
  }

  /** True when the sender of the request is a trusted proxy, so that its headers may be used. */
  public boolean sent(HttpServerRequest request) {
    return !subnets.isEmpty() && contain(announced(request)) && contain(connected(request));
  }

  /** The address of the peer that opened the connection. */
  public static InetAddress connected(HttpServerRequest request) {
    return address(request.connection().remoteAddress(true));
  }

  /** As {@link #connected}, or the client that a PROXY header names. */
  static InetAddress announced(HttpServerRequest request) {
    return address(request.remoteAddress());
  }

  private static InetAddress address(@Nullable SocketAddress address) {
    var host = address == null ? null : address.hostAddress();
    return host == null ? InetAddress.getLoopbackAddress() : InetAddress.ofLiteral(host);
  }
}
