package dev.assay.api.source;

import io.vertx.core.http.HttpServerRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Who sent a request: the peer, or the client that a trusted proxy names. */
public record SourceAddress(InetAddress address) {
  private static final Pattern FORWARDED_FOR =
      Pattern.compile("(?i)(?:^|[;\\s])for\\s*=\\s*\"?([^\";]*)");
  private static final Pattern WITH_PORT =
      Pattern.compile("\\[([^]]+)](?::[0-9]+)?|([0-9.]+):[0-9]+");
  private static final int NETWORK_BYTES = 8;

  /**
   * The client of {@code request}. Behind a trusted proxy, what that proxy added: the last address
   * in X-Forwarded-For or Forwarded, since clients can write the ones before.
   */
  public static SourceAddress of(HttpServerRequest request, boolean behindProxy) {
    var named =
        behindProxy
            ? forwarded(request.getHeader("X-Forwarded-For"), request.getHeader("Forwarded"))
            : Optional.<InetAddress>empty();
    return new SourceAddress(named.orElseGet(() -> peer(request)));
  }

  static Optional<InetAddress> forwarded(@Nullable String plain, @Nullable String standard) {
    if (plain != null) {
      return parse(last(plain));
    }
    var matcher = FORWARDED_FOR.matcher(standard == null ? "" : last(standard));
    return matcher.find() ? parse(matcher.group(1).strip()) : Optional.empty();
  }

  /** True for this host, which the operator's own programs use. */
  public boolean local() {
    return address.isLoopbackAddress();
  }

  /** Whom a bound counts for: an IPv4 address, or the /64 that one IPv6 host can fill by itself. */
  String network() {
    return address instanceof Inet6Address
        ? of(Arrays.copyOf(Arrays.copyOf(address.getAddress(), NETWORK_BYTES), 16)).getHostAddress()
        : address.getHostAddress();
  }

  /** The address in its usual form. */
  @Override
  public String toString() {
    return address.getHostAddress();
  }

  private static InetAddress peer(HttpServerRequest request) {
    var peer = request.remoteAddress();
    var host = peer == null ? null : peer.hostAddress();
    return host == null ? InetAddress.getLoopbackAddress() : InetAddress.ofLiteral(host);
  }

  private static String last(String list) {
    return list.substring(list.lastIndexOf(',') + 1).strip();
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

  private static InetAddress of(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("16 bytes are an address", e);
    }
  }
}
