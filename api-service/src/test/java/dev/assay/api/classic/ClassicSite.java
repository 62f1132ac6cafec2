package dev.assay.api.classic;

import static io.restassured.RestAssured.given;

import io.quarkus.test.junit.QuarkusTestProfile;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.eclipse.microprofile.config.ConfigProvider;

/** Where tests find the classic API: at a port of its own, and below the prefix of the main one. */
final class ClassicSite {
  static final String VERSION = "X-OpenStack-Ironic-Inspector-API-Version";
  static final String MIN = "X-OpenStack-Ironic-Inspector-API-Minimum-Version";
  static final String MAX = "X-OpenStack-Ironic-Inspector-API-Maximum-Version";
  private static final String PORT = "assay.inspector-compat.port";

  private ClassicSite() {}

  /** Opens the port. */
  public static final class OwnPort implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(PORT, Integer.toString(freePort()));
    }
  }

  /** The port on which only the classic API is served. */
  static int port() {
    return ConfigProvider.getConfig().getValue(PORT, Integer.class);
  }

  /** A request on that port. */
  static RequestSpecification onOwnPort() {
    return given().urlEncodingEnabled(false).baseUri("http://localhost").port(port());
  }

  /** A request on the port of the Bare Metal API. */
  static RequestSpecification onMainPort() {
    return given().urlEncodingEnabled(false).basePath("/inspector");
  }

  static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
