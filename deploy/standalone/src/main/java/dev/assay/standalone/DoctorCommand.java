package dev.assay.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.standalone.client.Api;
import dev.assay.standalone.deployment.DeploymentExamination;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Asks a running API whether inspections would work, or examines the whole installation, and prints
 * what to do about it.
 */
@Command(
    name = "doctor",
    description = "Check nodes, their BMCs and the service before anything is powered on.")
final class DoctorCommand implements Callable<Integer> {
  /** Nodes that are checked at the same time. */
  private static final int AT_ONCE = 16;

  private static final int PAGE = 1000;

  @Parameters(
      paramLabel = "NODE",
      arity = "0..*",
      description = "Names or UUIDs of nodes; without any, all nodes are checked.")
  private List<String> nodes = new ArrayList<>();

  @Mixin private ApiOptions address = new ApiOptions();

  @Option(names = "--all", description = "Print also the checks that passed.")
  private boolean all;

  @Mixin private DeploymentOptions deployment = new DeploymentOptions();

  /** Exit code 0 when every check passed, or only warned. */
  @Override
  public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
    return deployment.wanted() ? examineDeployment() : examineNodes();
  }

  private int examineDeployment() throws IOException, GeneralSecurityException {
    Warnings.print();
    try (var api = address.open()) {
      var parts = deployment.parts(address.url());
      var report = new DeploymentExamination(parts, api, address.trust(), Clock.systemUTC()).run();
      return DeploymentReport.print(report, System.out) ? 0 : 1;
    }
  }

  private int examineNodes() throws IOException, GeneralSecurityException, InterruptedException {
    try (var api = address.open()) {
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
      var page = api.get("/v1/nodes?fields=uuid,name&limit=%d%s".formatted(PAGE, marker)).body();
      for (var node : page.path("nodes")) {
        var uuid = node.path("uuid").asText();
        names.add(node.path("name").asText(uuid));
        marker = "&marker=" + uuid;
      }
      if (!page.path("next").isTextual()) { // the API may allow fewer nodes in a page
        return names;
      }
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
