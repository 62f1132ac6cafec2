package dev.assay.api;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Options of the API: listen address, TLS, authentication, proxies and limits. Names as in Ironic's
 * [api].
 */
@ConfigMapping(prefix = "assay.api")
public interface ApiConfig {
  /** How callers authenticate. */
  enum AuthStrategy {
    /** No authentication: every caller is an administrator. */
    NOAUTH,
    /** User and password of an htpasswd file. */
    HTTP_BASIC
  }

  /** Whether clients must present a TLS certificate. */
  enum TlsClientAuth {
    /** Clients are not asked for a certificate. */
    NONE,
    /** A certificate is optional; one that is presented must be valid. */
    REQUEST,
    /** Clients without a valid certificate are refused. */
    REQUIRED
  }

  /**
   * The address to listen at. Default: loopback with noauth, else every address. Ironic:
   * [api]host_ip.
   */
  Optional<String> host();

  /** The port to listen at; 0 to 65535, 0 for any free one. */
  @WithDefault("6385")
  int port();

  /**
   * The API's certificate and those that signed it, a PEM file; with it the port speaks HTTPS only.
   * Own option.
   */
  Optional<Path> tlsCertificate();

  /** Its private key, a PEM file that only the service can read. Own option. */
  Optional<Path> tlsKey();

  /**
   * How often the files of tls-certificate, tls-key and tls-client-ca are checked for changes; 1s
   * or more. Own option.
   */
  @WithDefault("30s")
  Duration tlsReloadInterval();

  /**
   * Whether clients must present a certificate of tls-client-ca: {@code none}, {@code required}
   * (also ramdisks and health checks), or {@code request} (optional, but one that is presented must
   * be valid). Own option.
   */
  @WithDefault("none")
  TlsClientAuth tlsClientAuth();

  /** The certificate authorities of the clients' certificates, a PEM file. Own option. */
  Optional<Path> tlsClientCa();

  /** The address of the API as clients know it, for links. Default: that of the request. */
  Optional<String> publicEndpoint();

  /**
   * Use the headers of a proxy in front: X-Forwarded-Proto, -Host, -Prefix and -For, or Forwarded.
   * From loopback only, unless trusted-proxies names others. Ironic:
   * [oslo_middleware]enable_proxy_headers_parsing.
   */
  @WithDefault("false")
  boolean enableProxyHeadersParsing();

  /**
   * The load balancers whose headers (see enable-proxy-headers-parsing, which this implies) and
   * PROXY lines are trusted: addresses or subnets, like {@code 192.0.2.7,10.1.0.0/16}. Own option.
   */
  Optional<List<String>> trustedProxies();

  /**
   * Every connection begins with a PROXY header (version 1 or 2), as HAProxy's {@code send-proxy}
   * writes it; connections that are not from trusted-proxies are refused. Own option.
   */
  @WithDefault("false")
  boolean proxyProtocol();

  /**
   * With noauth: the host names, without port, by which clients may call the API, besides
   * localhost, host and that of public-endpoint; {@code *} for any. Requests for other names are
   * refused, since a web page can make its own host name resolve to this API (DNS rebinding). Own
   * option.
   */
  Optional<Set<String>> allowedHosts();

  /**
   * Web pages of these origins may call the API from a browser; {@code *} for all. Pages of other
   * origins cannot change anything. Ironic: [cors]allowed_origin.
   */
  Optional<List<String>> corsAllowedOrigins();

  /** The most rows in one page of a list; 1 or more. */
  @WithDefault("1000")
  int maxLimit();

  /** The resource class of nodes created without one. Ironic: [DEFAULT]default_resource_class. */
  Optional<String> defaultResourceClass();

  /** The conductor group of nodes created without one. Ironic: [DEFAULT]default_conductor_group. */
  Optional<String> defaultConductorGroup();

  /**
   * The bonding mode of port groups created without one, as the operating system on the nodes calls
   * it. Ironic: [DEFAULT]default_portgroup_mode.
   */
  @WithDefault("active-backup")
  String defaultPortgroupMode();

  /** Serve lookup, heartbeat and continue_inspection. */
  @WithDefault("true")
  boolean enableRamdiskEndpoints();

  /** Let ramdisks look up only nodes that wait for one. */
  @WithDefault("true")
  boolean restrictLookup();

  /**
   * How long a callback waits for a node that a conductor works on, before it is refused with 409;
   * from 0s to 10s. Ramdisks up to 2023.1 do not post their data again after a 409. Own option.
   */
  @WithDefault("3s")
  Duration busyNodeWait();

  /** How long a ramdisk may be silent; it sends a heartbeat at about half of this. */
  @WithDefault("300s")
  Duration ramdiskHeartbeatTimeout();

  /**
   * How long a request may wait for a conductor's reply, where it needs one; 1s to 60s. Ironic:
   * [DEFAULT]rpc_response_timeout.
   */
  @WithDefault("60s")
  Duration askTimeout();

  /**
   * How long an API service that was asked to stop (SIGTERM) goes on while it is not ready any
   * more, so that load balancers notice before it refuses connections; 0s for not at all.
   * TimeoutStopSec of the systemd unit (30s) must be 15s longer, or systemd kills it before: raise
   * it, too, with `systemctl edit assay-api`. In the all-in-one the graceful shutdown of its
   * conductor comes after that. Own option.
   */
  @WithDefault("3s")
  Duration drainDelay();

  /** The maximum length of a request body. */
  @WithDefault("1024K")
  MemorySize maxJsonBodySize();

  /** The maximum length of the body of a request to states/provision. */
  @WithDefault("65536K")
  MemorySize maxJsonBodySizeProvision();

  /** The maximum length of the body of a ramdisk's callback, and of an imported inspection. */
  @WithDefault("16384K")
  MemorySize maxJsonBodySizeInspection();

  /** The maximum nesting depth of JSON in a body; 1 to 100. */
  @WithDefault("25")
  int maxJsonBodyDepth();

  /**
   * Unauthenticated requests a second that one source address (one /64 of IPv6) may make, to the
   * endpoints of ramdisks and to try passwords; further ones get 503. 0 for no limit. Loopback is
   * not limited, except for requests that have X-Forwarded-For or Forwarded; behind a load balancer
   * set trusted-proxies too, else all clients count as one. Own option.
   */
  @WithDefault("100")
  int unauthenticatedRate();

  /** How many of these may come at once after a pause; 1 or more. Own option. */
  @WithDefault("500")
  int unauthenticatedBurst();

  /**
   * Wrong passwords a minute that one source address (one /64 of IPv6) may send, and that may be
   * sent for one user name; further ones get 503. The limit of the user name does not apply to a
   * source that has sent the user's correct password before, or no wrong password recently. 0 for
   * no limit. Applies to loopback, too. Own option.
   */
  @WithDefault("30")
  int failedLoginsPerMinute();

  /** How many of these may come at once after a pause; 1 or more. Own option. */
  @WithDefault("20")
  int failedLoginsBurst();

  /** How callers authenticate: noauth or http_basic. Ironic: [DEFAULT]auth_strategy. */
  @WithDefault("noauth")
  AuthStrategy authStrategy();

  /**
   * The htpasswd file for http_basic, bcrypt only; read again when it changes. Ironic:
   * [DEFAULT]http_basic_auth_user_file.
   */
  Optional<Path> httpBasicAuthUserFile();

  /** The users who may only read; all others are administrators. Own option. */
  Optional<Set<String>> observers();

  /**
   * Allow noauth to listen beyond loopback: anyone who reaches the port controls the machines. Own
   * option.
   */
  @WithDefault("false")
  boolean allowUnauthenticatedRemote();
}
