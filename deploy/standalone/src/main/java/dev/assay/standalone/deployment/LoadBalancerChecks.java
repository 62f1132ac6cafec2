package dev.assay.standalone.deployment;

import dev.assay.doctor.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Checks of the API services as HAProxy sees them, from its statistics page. */
final class LoadBalancerChecks {
  private static final int PROXY = 0;
  private static final int SERVER = 1;
  private static final int STATUS = 17;

  private LoadBalancerChecks() {}

  /** The servers of the backend {@code api}. */
  record Servers(List<String> up, List<String> others) {
    int count() {
      return up.size() + others.size();
    }
  }

  /** Reads the page at {@code url}, whose path is that of {@code stats uri}. */
  static Servers read(Probe probe, String url) throws IOException {
    var answer = probe.get((url.endsWith("/") ? url : url + "/") + ";csv");
    if (answer.status() != 200 || !answer.body().startsWith("# pxname")) {
      throw new IOException(
          "%s has no statistics of HAProxy (status %d)".formatted(url, answer.status()));
    }
    return parse(answer.body());
  }

  /** Source: HAProxy management guide, 9.1, CSV format. */
  static Servers parse(String csv) {
    var up = new ArrayList<String>();
    var others = new ArrayList<String>();
    for (var line : csv.lines().toList()) {
      var fields = line.split(",", -1);
      if (fields.length > STATUS
          && fields[PROXY].equals("api")
          && !fields[SERVER].equals("BACKEND")
          && !fields[SERVER].equals("FRONTEND")) {
        var isUp = fields[STATUS].startsWith("UP");
        (isUp ? up : others).add(isUp ? fields[SERVER] : fields[SERVER] + " " + fields[STATUS]);
      }
    }
    return new Servers(up, others);
  }

  static Finding judge(Servers servers) {
    var detail =
        "API services that HAProxy sends requests to: %s; others: %s."
            .formatted(names(servers.up()), names(servers.others()));
    if (servers.up().isEmpty()) {
      return Finding.failed(
          "api-services", detail + " No request is answered.", "Start API services.");
    }
    if (servers.up().size() == 1) {
      return Finding.warning(
          "api-services",
          detail + " When this one fails, requests of clients and machines fail.",
          "Run two or more, on different hosts.");
    }
    return servers.others().isEmpty()
        ? Finding.ok("api-services", detail)
        : Finding.warning("api-services", detail, "Start those that should run.");
  }

  private static String names(List<String> servers) {
    return servers.isEmpty() ? "none" : String.join(", ", servers);
  }
}
