package dev.assay.api.http;

import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.RequestScoped;
import java.util.Objects;

/**
 * What {@code RequestPipeline} found out about the current request for the classic Inspector API.
 * Its {@link ApiRequest}, with the newest version, exists as well, for what both APIs share.
 */
@RequestScoped
public class ClassicRequest {
  private static final String KEY = ClassicRequest.class.getName();

  /** See the methods of {@link ClassicRequest}. */
  public record Facts(ClassicVersion version, String base) {}

  private final Facts facts;

  ClassicRequest(CurrentVertxRequest current) {
    this.facts = Objects.requireNonNull(current.getCurrent().get(KEY), "not a classic request");
  }

  public static void set(RoutingContext context, Facts facts) {
    context.put(KEY, facts);
  }

  /** The negotiated version. */
  public ClassicVersion version() {
    return facts.version();
  }

  /**
   * The address of the API as the client knows it, without /v1 and without a trailing slash. On the
   * port of the Bare Metal API it ends with {@link ClassicPath#PREFIX}.
   */
  public String base() {
    return facts.base();
  }
}
