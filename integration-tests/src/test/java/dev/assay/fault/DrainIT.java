package dev.assay.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.broker.Certificates;
import dev.assay.scenario.Enrolment;
import dev.assay.stack.ApiClient;
import dev.assay.stack.FreePorts;
import dev.assay.stack.Installation;
import dev.assay.stack.LoadBalancer;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of API services behind HAProxy with TLS, one of which an operator drains. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DrainIT {
  private static final int CLIENTS = 4;
  private static final int INSPECTOR = FreePorts.next();
  private static final int TLS = FreePorts.next();
  private static final String SECURE = "https://127.0.0.1:" + TLS;

  private static Stack stack;
  private static LoadBalancer balancer;
  private static Path authority;

  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger answered = new AtomicInteger();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();

  @BeforeAll
  static void start() throws IOException, InterruptedException, GeneralSecurityException {
    var folder = Installation.emptyFolder("drain-certificates");
    var certificates = Certificates.make(folder, "ip:127.0.0.1");
    authority = certificates.authority();
    var both =
        Files.writeString(
            folder.resolve("haproxy.pem"),
            Files.readString(certificates.certificate()) + Files.readString(certificates.key()));
    stack =
        Stack.named("drain")
            .apis(2)
            .set("assay.inspector.require-managed-boot", false)
            .set("assay.api.trusted-proxies", "127.0.0.1")
            .start();
    balancer =
        LoadBalancer.before(
            stack,
            Map.of(
                "ASSAY_TLS_BIND", "127.0.0.1:" + TLS,
                "ASSAY_TLS_CERTIFICATE", both.toString(),
                "ASSAY_INSPECTOR_BIND", "127.0.0.1:" + INSPECTOR,
                "ASSAY_INSPECTOR_1", hostAndPort(0),
                "ASSAY_INSPECTOR_2", hostAndPort(1)));
  }

  private static String hostAndPort(int api) {
    return stack.apis().get(api).address().substring("http://".length());
  }

  @AfterAll
  static void stop() {
    balancer.close();
    stack.close();
  }

  @Test
  void no_request_fails_while_an_api_is_drained_stopped_and_put_back()
      throws IOException, InterruptedException, GeneralSecurityException {
    var clients = new ArrayList<Thread>();
    for (int i = 0; i < CLIENTS; i++) {
      var api = ApiClient.over(client(trusting(authority), "TLSv1.3"), SECURE);
      clients.add(Thread.ofVirtual().start(() -> useAllTheTime(api)));
    }
    await("both serve").untilAsserted(() -> assertThat(served("api-1")).isGreaterThan(20));

    assertThat(balancer.command("set server api/api-1 state drain")).isEmpty();
    await("its last request is answered").until(() -> field("api-1", "scur") == 0);
    int before = served("api-1");
    int others = served("api-2");
    await("the other one serves all")
        .untilAsserted(() -> assertThat(served("api-2")).isGreaterThan(others + 50));
    assertThat(served("api-1")).isEqualTo(before);
    stack.apis().getFirst().process().kill();
    stack.apis().getFirst().start();
    assertThat(balancer.command("set server api/api-1 state ready")).isEmpty();
    await("it serves again")
        .untilAsserted(() -> assertThat(served("api-1")).isGreaterThan(before + 20));

    over.set(true);
    for (var client : clients) {
      client.join();
    }
    assertThat(failures).isEmpty();
    assertThat(answered.get()).isGreaterThan(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void both_current_versions_of_tls_are_accepted(String version)
      throws IOException, GeneralSecurityException {
    var api = ApiClient.over(client(trusting(authority), version), SECURE);

    assertThat(api.get("/v1").status()).isEqualTo(200);
  }

  @Test
  void links_in_answers_are_those_of_the_client() throws IOException, GeneralSecurityException {
    var api = ApiClient.over(client(trusting(authority), "TLSv1.3"), SECURE);

    assertThat(api.get("/v1/nodes").status()).isEqualTo(200);
    assertThat(api.get("/v1").body()).contains(SECURE + "/v1").doesNotContain("http://127");
  }

  @Test
  void the_port_for_inspector_clients_leads_to_the_same_services() {
    assertThat(new ApiClient("http://127.0.0.1:" + INSPECTOR).get("/v1").status()).isEqualTo(200);
  }

  private static HttpClient client(SSLContext trust, String version) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .sslContext(trust)
        .sslParameters(new SSLParameters(null, new String[] {version}))
        .build();
  }

  private static SSLContext trusting(Path pem) throws IOException, GeneralSecurityException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (var in = Files.newInputStream(pem)) {
      store.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  private void useAllTheTime(ApiClient api) {
    try {
      var node = Enrolment.manageable(api, Enrolment.newAddress());
      for (int i = 0; !over.get(); i++) {
        var extra = List.of(Map.of("op", "add", "path", "/extra/number", "value", i));
        note(api.get("/v1/nodes/" + node).status());
        note(api.patch("/v1/nodes/" + node, extra).status());
      }
    } catch (RuntimeException e) {
      failures.add(String.valueOf(e));
    }
  }

  private void note(int status) {
    answered.incrementAndGet();
    if (status != 200) {
      failures.add("status " + status);
    }
  }

  private static int served(String server) {
    return field(server, "stot");
  }

  /** A column of HAProxy's statistics, of one server of backend {@code api}. */
  private static int field(String server, String name) {
    var lines = balancer.command("show stat api 4 -1").lines().toList();
    int column = List.of(lines.getFirst().substring(2).split(",", -1)).indexOf(name);
    return lines.stream()
        .filter(line -> line.startsWith("api," + server + ","))
        .mapToInt(line -> Integer.parseInt(line.split(",", -1)[column]))
        .findFirst()
        .orElseThrow();
  }
}
