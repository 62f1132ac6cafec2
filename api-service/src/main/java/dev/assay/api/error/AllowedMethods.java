package dev.assay.api.error;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The paths of the API and the methods of each, read once from the annotations of the resources.
 * For the Allow header of a 405, which the framework does not set.
 */
@ApplicationScoped
public class AllowedMethods {
  private static final Pattern PARAMETER = Pattern.compile("\\{[^}]*}");

  /** {@code path} with the names of its parameters, for example "/v1/nodes/{node}". */
  public record Route(String method, String path, Pattern pattern) {}

  private final List<Route> routes;

  AllowedMethods(BeanContainer beans) {
    routes =
        beans.getBeans(Object.class, Any.Literal.INSTANCE).stream()
            .map(Bean::getBeanClass)
            .filter(type -> type.isAnnotationPresent(Path.class))
            .distinct()
            .flatMap(AllowedMethods::routes)
            .toList();
  }

  /** All routes. */
  public List<Route> routes() {
    return routes;
  }

  /**
   * The Allow header of {@code path}, for example "GET, HEAD, POST"; empty when the path is
   * unknown.
   */
  String of(String path) {
    var methods = new TreeSet<String>();
    for (var route : routes) {
      if (route.pattern().matcher(path).matches()) {
        methods.add(route.method());
      }
    }
    if (methods.contains(HttpMethod.GET)) {
      methods.add(HttpMethod.HEAD);
    }
    return String.join(", ", methods);
  }

  /** The declared path that {@code path} matches; empty when there is none for {@code method}. */
  public Optional<String> template(String method, String path) {
    var declared = method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method;
    return routes.stream()
        .filter(route -> route.method().equals(declared) && route.pattern().matcher(path).matches())
        .map(Route::path)
        .findFirst();
  }

  /** True for the path of a resource as it is declared, for example "/v1/nodes/{node}". */
  public boolean isTemplate(String path) {
    return routes.stream().anyMatch(route -> route.path().equals(path));
  }

  private static Stream<Route> routes(Class<?> resource) {
    var base = resource.getAnnotation(Path.class).value();
    return Arrays.stream(resource.getMethods())
        .flatMap(
            method -> httpMethod(method).stream().map(name -> route(name, path(base, method))));
  }

  private static Optional<String> httpMethod(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(Annotation::annotationType)
        .flatMap(type -> Optional.ofNullable(type.getAnnotation(HttpMethod.class)).stream())
        .map(HttpMethod::value)
        .findFirst();
  }

  private static Route route(String method, String path) {
    return new Route(method, path, Pattern.compile(PARAMETER.matcher(path).replaceAll("[^/]+")));
  }

  private static String path(String base, Method method) {
    var sub = method.getAnnotation(Path.class);
    var path = ("/" + base + "/" + (sub == null ? "" : sub.value())).replaceAll("/+", "/");
    return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }
}
