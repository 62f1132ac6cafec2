package dev.assay.api.fuzz;

import dev.assay.api.http.OutOfScope;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which endpoints the running service has: asked of it, so that the list cannot grow old. */
final class Endpoints {
  /** Pages that Quarkus serves. */
  private static final List<String> OPERATORS =
      List.of("/q/health", "/q/health/live", "/q/health/ready", "/q/health/{any}", "/q/metrics");

  private static final Pattern TAKEN = Pattern.compile("This path takes: (.*)\\.$");

  private Endpoints() {}

  /**
   * The methods of all resources, the operator's pages, the paths that are left out on purpose, and
   * some that nothing serves; always in the same order.
   */
  static List<Endpoint> of(BeanContainer beans) {
    var all = new ArrayList<Endpoint>();
    beans.getBeans(Object.class, Any.Literal.INSTANCE).stream()
        .map(Bean::getBeanClass)
        .filter(type -> type.isAnnotationPresent(Path.class))
        .distinct()
        .flatMap(Endpoints::ofResource)
        .forEach(all::add);
    OPERATORS.forEach(path -> all.add(new Endpoint("GET", path, false)));
    OutOfScope.paths().stream().map(Endpoints::leftOut).forEach(all::add);
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

  private static Stream<Endpoint> ofResource(Class<?> resource) {
    var base = resource.getAnnotation(Path.class).value();
    return Arrays.stream(resource.getMethods())
        .flatMap(
            method -> httpMethod(method).map(name -> new Endpoint(name, path(base, method), true)));
  }

  private static Stream<String> httpMethod(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(Annotation::annotationType)
        .map(type -> type.getAnnotation(HttpMethod.class))
        .filter(Objects::nonNull)
        .map(HttpMethod::value);
  }

  private static String path(String base, Method method) {
    var own = method.getAnnotation(Path.class);
    var path = ("/" + base + "/" + (own == null ? "" : own.value())).replaceAll("/+", "/");
    return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
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
