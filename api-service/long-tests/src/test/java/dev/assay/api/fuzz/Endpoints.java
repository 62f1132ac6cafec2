package dev.assay.api.fuzz;

import dev.assay.api.error.AllowedMethods;
import dev.assay.api.pipeline.UnsupportedEndpoints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Which endpoints the running service has: asked of it, so that the list cannot grow old. */
final class Endpoints {
  /** What stands outside of the API: its description, and the pages that Quarkus serves. */
  private static final List<String> PAGES =
      List.of(
          "/openapi",
          "/q/health",
          "/q/health/live",
          "/q/health/ready",
          "/q/health/{any}",
          "/q/metrics");

  private static final Pattern TAKEN = Pattern.compile("This path takes: (.*)\\.$");

  private Endpoints() {}

  /**
   * The methods of all resources, the pages beside them, the paths that are left out on purpose,
   * and some that nothing serves; always in the same order.
   */
  static List<Endpoint> of(AllowedMethods methods) {
    var all = new ArrayList<Endpoint>();
    methods.routes().forEach(route -> all.add(new Endpoint(route.method(), route.path(), true)));
    PAGES.forEach(path -> all.add(new Endpoint("GET", path, false)));
    UnsupportedEndpoints.paths().stream().map(Endpoints::leftOut).forEach(all::add);
    all.add(new Endpoint("GET", "/{any}", false));
    all.add(new Endpoint("POST", "/v1/{any}/{any}", false));
    return all.stream().distinct().sorted(Comparator.comparing(Endpoint::toString)).toList();
  }

  /** Which query parameters each knows: asked with another, it names them. */
  static Map<Endpoint, List<String>> parameters(List<Endpoint> endpoints, Connection connection)
      throws IOException {
    var known = new HashMap<Endpoint, List<String>>();
    for (var endpoint : endpoints) {
      var target = endpoint.path(Vocabulary::first) + "?no_such_parameter=";
      var header = List.of("X-OpenStack-Ironic-API-Version: 1.115");
      var request = new Request(0, endpoint, endpoint.method(), target, header, new byte[0]);
      var refusal = TAKEN.matcher(connection.exchange(request).sentence());
      if (refusal.find()) {
        var names = refusal.group(1);
        known.put(endpoint, names.equals("none") ? List.of() : List.of(names.split(", ")));
      }
    }
    return known;
  }

  /** From the pattern of a path: the first of alternatives, and something below it. */
  private static Endpoint leftOut(String pattern) {
    var path =
        pattern
            .replace("(/.*)?", "/{any}")
            .replace(".*", "{any}")
            .replace("[^/]+", "{node}")
            .replaceAll("\\((\\w+)[^)]*\\)", "$1");
    return new Endpoint("GET", path, false);
  }
}
