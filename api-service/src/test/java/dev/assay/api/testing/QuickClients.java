package dev.assay.api.testing;

import io.restassured.config.HttpClientConfig;
import io.restassured.config.RestAssuredConfig;
import org.apache.http.conn.scheme.PlainSocketFactory;
import org.apache.http.conn.scheme.Scheme;
import org.apache.http.conn.scheme.SchemeRegistry;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.conn.BasicClientConnectionManager;
import org.apache.http.params.HttpParams;
import org.apache.http.params.SyncBasicHttpParams;

/**
 * Makes the HTTP client of each request without what RestAssured's own does every time: it reads
 * its version from its jar and prepares TLS.
 */
@SuppressWarnings("deprecation") // the interfaces of RestAssured
final class QuickClients {
  static final RestAssuredConfig CONFIG =
      RestAssuredConfig.config()
          .httpClient(HttpClientConfig.httpClientConfig().httpClientFactory(QuickClients::make));

  private static final HttpParams PARAMETERS = parameters();
  private static final SchemeRegistry SCHEMES = schemes();

  private QuickClients() {}

  private static DefaultHttpClient make() {
    return new DefaultHttpClient(new BasicClientConnectionManager(SCHEMES), PARAMETERS.copy());
  }

  private static HttpParams parameters() {
    var parameters = new SyncBasicHttpParams();
    DefaultHttpClient.setDefaultHttpParams(parameters);
    return parameters;
  }

  private static SchemeRegistry schemes() {
    var schemes = new SchemeRegistry();
    schemes.register(new Scheme("http", 80, PlainSocketFactory.getSocketFactory()));
    return schemes;
  }
}
