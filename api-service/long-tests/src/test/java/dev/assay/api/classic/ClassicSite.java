package dev.assay.api.classic;

import static io.restassured.RestAssured.given;

import dev.assay.api.testing.OptionalFeatures;
import io.restassured.specification.RequestSpecification;
import org.eclipse.microprofile.config.ConfigProvider;

/** Where tests find the classic API: at a port of its own, and below the prefix of the main one. */
final class ClassicSite {
  static final String VERSION = "X-OpenStack-Ironic-Inspector-API-Version";
  static final String MIN = "X-OpenStack-Ironic-Inspector-API-Minimum-Version";
  static final String MAX = "X-OpenStack-Ironic-Inspector-API-Maximum-Version";

  private ClassicSite() {}

  /** The port on which only the classic API is served. */
  static int port() {
    return ConfigProvider.getConfig().getValue(OptionalFeatures.CLASSIC_PORT, Integer.class);
  }

  /** A request on that port. */
  static RequestSpecification onOwnPort() {
    return given().urlEncodingEnabled(false).baseUri("http://localhost").port(port());
  }

  /** A request on the port of the Bare Metal API. */
  static RequestSpecification onMainPort() {
    return given().urlEncodingEnabled(false).basePath("/inspector");
  }
}
