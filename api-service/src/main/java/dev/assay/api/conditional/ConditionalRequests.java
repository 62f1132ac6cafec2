package dev.assay.api.conditional;

import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.VersionNegotiation;
import dev.assay.node.RowStates;
import io.quarkus.runtime.Startup;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * Answers 304 to clients that already have what they ask for, by its entity tag. The tag of a page
 * is computed from the states of its rows, so that a page that did not change is not built; of
 * everything else it is the digest of the body. Source: RFC 9110 13.1.2 and 15.4.5,
 * docs/decisions/0063.
 */
@Startup // reads the jars before somebody replaces them
@ApplicationScoped
public class ConditionalRequests {
  /** Before {@link dev.assay.api.response.LargeResponses} turns the body into a stream. */
  private static final int FIRST = 10_000;

  /** What a cache may keep: for one client, who asks each time whether it is still current. */
  private static final String ASK_EACH_TIME = "private, no-cache";

  private static final String DEPENDS_ON =
      String.join(
          ", ",
          VersionNegotiation.HEADER,
          VersionNegotiation.COMMON_HEADER,
          HttpHeaders.AUTHORIZATION);

  private final String build = Build.id();
  private final ApiRequest request;
  private final CurrentVertxRequest current;

  ConditionalRequests(ApiRequest request, CurrentVertxRequest current) {
    this.request = request;
    this.current = current;
  }

  /**
   * A page, or 304 without building it.
   *
   * @param about what else than the request and its rows the page shows or depends on
   * @param state the digest of the states of the rows, read without them
   * @param page builds the page, and adds the state of each row of it
   */
  public Response page(
      List<String> about, Supplier<String> state, Function<RowStates, byte[]> page) {
    var known = ifNoneMatch(http());
    if (!known.isEmpty()) {
      var tag = tag(about, state.get());
      if (tag.isIn(known)) {
        return Response.notModified().header(HttpHeaders.ETAG, tag).build();
      }
    }
    var states = new RowStates();
    var json = page.apply(states);
    return Response.ok(json).header(HttpHeaders.ETAG, tag(about, states.digest())).build();
  }

  private EntityTag tag(List<String> about, String state) {
    var all = new ArrayList<>(about);
    all.add(build);
    all.add(request.version().toString());
    all.add(request.role().name());
    all.add(request.base());
    all.add(http().uri());
    all.add(state);
    return EntityTag.of(all);
  }

  private HttpServerRequest http() {
    return current.getCurrent().request();
  }

  private static List<String> ifNoneMatch(HttpServerRequest http) {
    return http.headers().getAll(HttpHeaders.IF_NONE_MATCH);
  }

  /** Adds the tag to a body that has none, and leaves out a body that the client has. */
  @Conditional
  @ServerResponseFilter(priority = FIRST)
  public void answer(ContainerResponseContext response, RoutingContext context) {
    if (response.getStatus() == Response.Status.OK.getStatusCode()
        && response.getEntity() instanceof byte[] body) {
      var headers = response.getHeaders();
      var tag =
          headers.getFirst(HttpHeaders.ETAG) instanceof EntityTag known
              ? known
              : EntityTag.of(body);
      headers.putSingle(HttpHeaders.ETAG, tag);
      if (tag.isIn(ifNoneMatch(context.request()))) {
        response.setEntity(null);
        response.setStatusInfo(Response.Status.NOT_MODIFIED);
      }
    }
    if (response.getHeaders().containsKey(HttpHeaders.ETAG)) {
      response.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, ASK_EACH_TIME);
      context.response().headers().add(HttpHeaders.VARY, DEPENDS_ON);
    }
  }
}
