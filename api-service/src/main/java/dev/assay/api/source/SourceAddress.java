package dev.assay.api.source;

import io.vertx.core.http.HttpServerRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The source address of a request: that of the peer, or of the client that a trusted proxy names.
 * {@code forwarded} is true when the request came through a proxy, trusted or not; such a source is
 * never treated as this host. Source: docs/decisions/0015.
 */
public record SourceAddress(InetAddress address, boolean forwarded) {
  private static final String FORWARDED_FOR = "X-Forwarded-For";
  private static final String FORWARDED = "Forwarded";
  private static final Pattern FOR = Pattern.compile("(?i)(?:^|[;\\s])for\\s*=\\s*\"?([^\";]*)");
  private static final Pattern WITH_PORT =
      Pattern.compile("\\[([^]]+)](?::[0-9]+)?|([0-9.]+):[0-9]+");
  private static final int NETWORK_BYTES = 8;

  /** The source of {@code request}. */
  public static SourceAddress of(HttpServerRequest request, TrustedProxies proxies) {
    var connection = request.connection();
    var named = !connection.remoteAddress(true).equals(request.remoteAddress());
    var nearest =
        new SourceAddress(
            named ? TrustedProxies.announced(request) : TrustedProxies.connected(request), named);
    return nearest.naming(
        request.headers().getAll(FORWARDED_FOR),
        request.headers().getAll(FORWARDED),
        proxies,
        proxies.sent(request));
  }

  /**
   * The source that this sender and the lines of both headers result in. Without {@code believed}
   * the sender itself is the source; with such headers from loopback it is then an unconfigured
   * proxy and not a program of this host.
   */
  SourceAddress naming(
      List<String> plain, List<String> standard, TrustedProxies proxies, boolean believed) {
    if (believed) {
      return following(plain, standard, proxies);
    }
    return new SourceAddress(address, forwarded || !plain.isEmpty() || !standard.isEmpty());
  }

  /**
   * Follows the addresses in the lines of both headers, the last element first, as long as the
   * proxy that added an element is trusted. Stops at an element that is not an address. A proxy
   * writes one of the headers and may pass the other on as the client sent it: when they name
   * different clients, neither is believed.
   */
  SourceAddress following(List<String> plain, List<String> standard, TrustedProxies proxies) {
    if (plain.isEmpty() && standard.isEmpty()) {
      return this;
    }
    var byPlain = follow(elements(plain), SourceAddress::parse, proxies);
    var byStandard = follow(elements(standard), SourceAddress::parseFor, proxies);
    if (plain.isEmpty()) {
      return new SourceAddress(byStandard, true);
    }
    var agreed = standard.isEmpty() || byStandard.equals(byPlain);
    return new SourceAddress(agreed ? byPlain : address, true);
  }

  /** Reads no more elements than it follows: the client may have sent thousands. */
  private InetAddress follow(
      List<String> elements,
      Function<String, Optional<InetAddress>> parse,
      TrustedProxies proxies) {
    var known = address;
    for (var element : elements.reversed()) {
      var next =
          proxies.contain(known) ? parse.apply(element.strip()) : Optional.<InetAddress>empty();
      if (next.isEmpty()) {
        break;
      }
      known = next.get();
    }
    return known;
  }

  private static List<String> elements(List<String> lines) {
    return lines.stream().flatMap(line -> Stream.of(line.split(",", -1))).toList();
  }

  private static Optional<InetAddress> parseFor(String element) {
    var matcher = FOR.matcher(element);
    return matcher.find() ? parse(matcher.group(1).strip()) : Optional.empty();
  }

  private static Optional<InetAddress> parse(String text) {
    var withPort = WITH_PORT.matcher(text);
    var literal =
        withPort.matches()
            ? withPort.group(1) == null ? withPort.group(2) : withPort.group(1)
            : text;
    try {
      return Optional.of(InetAddress.ofLiteral(literal));
    } catch (IllegalArgumentException _) {
      return Optional.empty(); // "unknown", or a name that a proxy made up
    }
  }

  /** True for this host, which the operator's own programs use, without a proxy in between. */
  public boolean local() {
    return !forwarded && address.isLoopbackAddress();
  }

  /** The key for limits: an IPv4 address, or the /64 that one IPv6 host can use by itself. */
  public String network() {
    return address instanceof Inet6Address
        ? of(Arrays.copyOf(Arrays.copyOf(address.getAddress(), NETWORK_BYTES), 16)).getHostAddress()
        : address.getHostAddress();
  }

  /** The address in its usual form. */
  @Override
  public String toString() {
    return address.getHostAddress();
  }

  private static InetAddress of(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("16 bytes are an address", e);
    }
  }
}
