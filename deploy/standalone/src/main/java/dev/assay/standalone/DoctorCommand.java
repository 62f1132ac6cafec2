package dev.assay.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.standalone.client.Api;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks a running API whether inspections would work, and prints what to do about it. */
@Command(
    name = "doctor",
    description = "Check nodes, their BMCs and the service before anything is powered on.")
final class DoctorCommand implements Callable<Integer> {
  private static final String USER = "OS_USERNAME";
  private static final String PASSWORD = "OS_PASSWORD";

  /** Nodes that are checked at the same time. */
  private static final int AT_ONCE = 16;

  private static final int PAGE = 1000;

  @Parameters(
      paramLabel = "NODE",
      arity = "0..*",
      description = "Names or UUIDs of nodes; without any, all nodes are checked.")
  private List<String> nodes = new ArrayList<>();

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "${env:OS_ENDPOINT:-http://127.0.0.1:6385}",
      description = "The API (default: $OS_ENDPOINT, else http://127.0.0.1:6385).")
  private String url = "";

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      defaultValue = "${env:OS_CACERT}",
      description = "Certificates of the API's authority, PEM (default: $OS_CACERT).")
  private @Nullable Path ca;

  @Option(names = "--all", description = "Print also the checks that passed.")
  private boolean all;

  /** Exit code 0 when every check passed, or only warned. */
  @Override
  public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
    try (var api = new Api(withoutSlash(url), login(), trust())) {
      var out = System.out;
      var go = print(out, "Service", api.get("/v1/doctor").body());
      var names = nodes.isEmpty() ? everyNode(api) : nodes;
      var ready = check(api, names, out);
      out.printf("%n%d of %d nodes can be inspected.%n", ready, names.size());
      return go && ready == names.size() ? 0 : 1;
    }
  }

  /** Prints each node as soon as those before it are done; returns how many have no fault. */
  private int check(Api api, List<String> names, PrintStream out) throws InterruptedException {
    try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
      var reports = new ArrayList<Future<JsonNode>>();
      for (var name : names) {
        reports.add(threads.submit(() -> report(api, name)));
      }
      var ready = 0;
      for (var i = 0; i < names.size(); i++) {
        ready += print(out, names.get(i), result(reports.get(i))) ? 1 : 0;
      }
      return ready;
    }
  }

  /** A node that cannot be asked about does not keep the others from being checked. */
  private static JsonNode report(Api api, String node) {
    try {
      var answer = api.get("/v1/nodes/" + encode(node) + "/doctor");
      return answer.is(404) ? unchecked("There is no such node.") : answer.body();
    } catch (IllegalStateException e) {
      return unchecked(String.valueOf(e.getMessage()));
    }
  }

  private static JsonNode unchecked(String why) {
    var report = JsonNodeFactory.instance.objectNode().put("go", false);
    report
        .putArray("checks")
        .addObject()
        .put("check", "request")
        .put("result", "failed")
        .put("detail", why);
    return report;
  }

  private static JsonNode result(Future<JsonNode> report) throws InterruptedException {
    try {
      return report.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("A node could not be checked.", e);
    }
  }

  private boolean print(PrintStream out, String subject, JsonNode report) {
    var go = report.path("go").asBoolean();
    out.printf("%n%-5s  %s%n", go ? "go" : "NO-GO", subject);
    for (var check : report.path("checks")) {
      var result = check.path("result").asText();
      if (all || result.equals("failed") || result.equals("warning")) {
        out.printf(
            "       %-7s  %-13s  %s%n",
            result, check.path("check").asText(), check.path("detail").asText());
        if (check.path("fix").isTextual()) {
          out.printf("       %-7s  %-13s  %s%n", "", "to do:", check.path("fix").asText());
        }
      }
    }
    return go;
  }

  /** The names of all nodes; the UUID of those without a name. */
  private static List<String> everyNode(Api api) {
    var names = new ArrayList<String>();
    var marker = "";
    while (true) {
      var page =
          api.get("/v1/nodes?fields=uuid,name&limit=%d%s".formatted(PAGE, marker))
              .body()
              .path("nodes");
      for (var node : page) {
        var uuid = node.path("uuid").asText();
        names.add(node.path("name").asText(uuid));
        marker = "&marker=" + uuid;
      }
      if (page.size() < PAGE) {
        return names;
      }
    }
  }

  private static Optional<Api.Login> login() {
    var user = System.getenv(USER);
    var password = System.getenv(PASSWORD);
    return user == null || password == null
        ? Optional.empty()
        : Optional.of(new Api.Login(user, password));
  }

  private Optional<SSLContext> trust() throws IOException, GeneralSecurityException {
    if (ca == null || ca.toString().isBlank()) {
      return Optional.empty();
    }
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var pem = Files.newInputStream(ca)) {
      var number = 0;
      for (var one : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("authority-" + number++, one);
      }
    }
    var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trusted.getTrustManagers(), null);
    return Optional.of(context);
  }

  private static String withoutSlash(String url) {
    var text = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    return text.endsWith("/v1") ? text.substring(0, text.length() - 3) : text;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
