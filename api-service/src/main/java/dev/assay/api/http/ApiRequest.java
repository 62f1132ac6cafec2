package dev.assay.api.http;

import dev.assay.api.authentication.Role;
import dev.assay.api.source.SourceAddress;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.RequestScoped;
import java.util.Objects;
import java.util.Optional;

/** What {@code RequestPipeline} found out about the current request before its resource runs. */
@RequestScoped
public class ApiRequest {
  private static final String KEY = ApiRequest.class.getName();

  /** See the methods of {@link ApiRequest}. */
  public record Facts(
      ApiVersion version,
      String requestId,
      String reference,
      SourceAddress source,
      String base,
      Role role,
      Optional<String> user,
      boolean suffixStripped) {}

  private final Facts facts;

  ApiRequest(CurrentVertxRequest current) {
    this.facts = Objects.requireNonNull(current.getCurrent().get(KEY), "not an API request");
  }

  public static void set(RoutingContext context, Facts facts) {
    context.put(KEY, facts);
  }

  /** The negotiated version of the API. */
  public ApiVersion version() {
    return facts.version();
  }

  /** The id of the request, "req-" and a UUID; every log line and the response carry it. */
  public String requestId() {
    return facts.requestId();
  }

  /** The reference that the response to a lookup or callback carries; else empty. */
  public String reference() {
    return facts.reference();
  }

  /** The client, or what a trusted proxy says of it. */
  public SourceAddress source() {
    return facts.source();
  }

  /** The address of the API as the client knows it, without /v1 and without a trailing slash. */
  public String base() {
    return facts.base();
  }

  /** What the caller may do. */
  public Role role() {
    return facts.role();
  }

  /** The name of the user; empty with noauth and for ramdisks. */
  public Optional<String> user() {
    return facts.user();
  }

  /**
   * {@code ident} with ".json", when that was cut off the end of the path: names may end with it,
   * and are tried when the shorter one is unknown. Empty when nothing was cut off. Source: api.md
   * 1, T4.
   */
  public Optional<String> withSuffix(String ident) {
    return facts.suffixStripped() ? Optional.of(ident + ".json") : Optional.empty();
  }
}
