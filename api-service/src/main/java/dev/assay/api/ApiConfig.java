package dev.assay.api;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where the API listens, whom it admits and how much it takes. Names as in Ironic's [api]. */
@ConfigMapping(prefix = "assay.api")
public interface ApiConfig {
  /** How callers prove who they are. */
  enum AuthStrategy {
    /** Not at all: everybody is an administrator. */
    NOAUTH,
    /** User and password of an htpasswd file. */
    HTTP_BASIC
  }

  /** Whether clients show a certificate. */
  enum TlsClientAuth {
    /** They are not asked. */
    NONE,
    /** Who has one shows it, and it must be good. */
    REQUEST,
    /** Who shows none is not served. */
    REQUIRED
  }

  /**
   * The address to listen at; without one loopback for noauth, else every address. Ironic:
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
   * How often the files of certificate, key and tls-client-ca are looked at for new ones; 1s or
   * more. Own option.
   */
  @WithDefault("30s")
  Duration tlsReloadInterval();

  /**
   * Whether clients show a certificate of tls-client-ca: {@code none}, {@code request} (one that is
   * shown must be good) or {@code required} (of ramdisks and health checks, too). Own option.
   */
  @WithDefault("none")
  TlsClientAuth tlsClientAuth();

  /** The authorities of the clients' certificates, a PEM file. Own option. */
  Optional<Path> tlsClientCa();

  /** The address of the API as clients know it, for links; without one that of the request. */
  Optional<String> publicEndpoint();

  /**
   * Believe the proxy in front: X-Forwarded-Proto, -Host, -Prefix and -For, or Forwarded. From
   * loopback only, unless trusted-proxies names others. Ironic:
   * [oslo_middleware]enable_proxy_headers_parsing.
   */
  @WithDefault("false")
  boolean enableProxyHeadersParsing();

  /**
   * The load balancers whose headers (see enable-proxy-headers-parsing, which this implies) and
   * PROXY lines are believed: addresses or subnets, like {@code 192.0.2.7,10.1.0.0/16}. Own option.
   */
  Optional<List<String>> trustedProxies();

  /**
   * Every connection begins with a PROXY header (version 1 or 2), as HAProxy's {@code send-proxy}
   * writes it; connections that are not from trusted-proxies are refused. Own option.
   */
  @WithDefault("false")
  boolean proxyProtocol();

  /**
   * With noauth: the names, without port, by which clients may call the API, beside localhost, host
   * and that of public-endpoint; {@code *} for any. A request for another name is refused, since a
   * web page can make a name of its own lead here. Own option.
   */
  Optional<Set<String>> allowedHosts();

  /**
   * Web pages of these origins may call the API from a browser; {@code *} for all. Pages of other
   * origins cannot change anything. Ironic: [cors]allowed_origin.
   */
  Optional<List<String>> corsAllowedOrigins();

  /** Rows of a list answered at once, at most; 1 or more. */
  @WithDefault("1000")
  int maxLimit();

  /** The resource class of nodes created without one. Ironic: [DEFAULT]default_resource_class. */
  Optional<String> defaultResourceClass();

  /** The conductor group of nodes created without one. Ironic: [DEFAULT]default_conductor_group. */
  Optional<String> defaultConductorGroup();

  /**
   * The bonding mode of port groups made without one, as the operating system on the nodes calls
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

  /** How long a ramdisk may be silent; it sends a heartbeat at about half of this. */
  @WithDefault("300s")
  Duration ramdiskHeartbeatTimeout();

  /**
   * How long a request may wait for a conductor's answer, where it needs one; 1s to 60s. Ironic:
   * [DEFAULT]rpc_response_timeout.
   */
  @WithDefault("60s")
  Duration askTimeout();

  /** The longest body of a request. */
  @WithDefault("1024K")
  MemorySize maxJsonBodySize();

  /** The longest body of a request to states/provision. */
  @WithDefault("65536K")
  MemorySize maxJsonBodySizeProvision();

  /** The longest body of a ramdisk's callback. */
  @WithDefault("16384K")
  MemorySize maxJsonBodySizeInspection();

  /** The deepest nesting of JSON in a body; 1 to 100. */
  @WithDefault("25")
  int maxJsonBodyDepth();

  /**
   * Requests a second that one source address (one /64 of IPv6) may make without a password: to the
   * endpoints of ramdisks, and to try passwords; beyond it is 503. 0 for no bound. Loopback is not
   * bounded, but for requests that have X-Forwarded-For or Forwarded; behind a load balancer set
   * trusted-proxies too, else all clients count as one. Own option.
   */
  @WithDefault("100")
  int unauthenticatedRate();

  /** How many of these may come at once after a silence; 1 or more. Own option. */
  @WithDefault("500")
  int unauthenticatedBurst();

  /**
   * Wrong passwords a minute that one source address (one /64 of IPv6) may send, and that may be
   * sent for one user name; beyond it is 503. A source that has sent the user's right password
   * before, or no wrong password lately, is not held to the bound of the user name. 0 for no bound.
   * Holds for loopback, too. Own option.
   */
  @WithDefault("30")
  int failedLoginsPerMinute();

  /** How many of these may come at once after a silence; 1 or more. Own option. */
  @WithDefault("20")
  int failedLoginsBurst();

  /** How callers prove who they are. Ironic: [DEFAULT]auth_strategy. */
  @WithDefault("noauth")
  AuthStrategy authStrategy();

  /**
   * The htpasswd file for http_basic, bcrypt only; read again when it changes. Ironic:
   * [DEFAULT]http_basic_auth_user_file.
   */
  Optional<Path> httpBasicAuthUserFile();

  /** These users may read only; the others are administrators. Own option. */
  Optional<Set<String>> observers();

  /**
   * Let noauth listen beyond loopback: whoever reaches the port commands the machines. Own option.
   */
  @WithDefault("false")
  boolean allowUnauthenticatedRemote();
}
