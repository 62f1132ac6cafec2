package dev.assay.api.description;

import static org.eclipse.microprofile.openapi.OASFactory.createAPIResponse;
import static org.eclipse.microprofile.openapi.OASFactory.createComponents;
import static org.eclipse.microprofile.openapi.OASFactory.createContent;
import static org.eclipse.microprofile.openapi.OASFactory.createHeader;
import static org.eclipse.microprofile.openapi.OASFactory.createInfo;
import static org.eclipse.microprofile.openapi.OASFactory.createMediaType;
import static org.eclipse.microprofile.openapi.OASFactory.createOpenAPI;
import static org.eclipse.microprofile.openapi.OASFactory.createParameter;
import static org.eclipse.microprofile.openapi.OASFactory.createPathItem;
import static org.eclipse.microprofile.openapi.OASFactory.createPaths;
import static org.eclipse.microprofile.openapi.OASFactory.createSecurityRequirement;
import static org.eclipse.microprofile.openapi.OASFactory.createSecurityScheme;
import static org.eclipse.microprofile.openapi.OASFactory.createServer;

import dev.assay.api.http.ApiVersion;
import io.smallrye.openapi.api.SmallRyeOpenAPI;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;
import org.eclipse.microprofile.openapi.models.security.SecurityScheme;

/** Generates the OpenAPI document of the API from the tables that the service itself uses. */
public final class ApiDescription {
  private static final String ABOUT =
      """
      The inspection part of the OpenStack Bare Metal API (Ironic), with the same versions.

      A request names the version it is for in a header; without one it is for %s, the oldest. \
      What has an `x-since` is there from that version on: below it a field is neither shown nor \
      taken (406), and a resource is unknown (404). The newest version is %s.

      The `v1` at the beginning of a path may be left out, and a slash at its end is ignored.
      """
          .formatted(ApiVersion.MIN, ApiVersion.MAX);

  private ApiDescription() {}

  /** The document in YAML. */
  public static String yaml() {
    return written().toYAML();
  }

  /** The document in JSON. */
  public static String json() {
    return written().toJSON();
  }

  private static SmallRyeOpenAPI written() {
    return SmallRyeOpenAPI.builder()
        .withInitialModel(document())
        .enableAnnotationScan(false)
        .enableStandardStaticFiles(false)
        .enableStandardFilter(false)
        .build();
  }

  private static OpenAPI document() {
    var paths = createPaths();
    endpoints()
        .forEach(
            endpoint -> {
              var item = paths.getPathItem(endpoint.path());
              if (item == null) {
                item = createPathItem();
                paths.addPathItem(endpoint.path(), item);
              }
              item.setOperation(
                  PathItem.HttpMethod.valueOf(endpoint.method()), Operations.of(endpoint));
            });
    return createOpenAPI()
        .openapi("3.0.3")
        .info(createInfo().title("Assay").description(ABOUT).version(ApiVersion.MAX.toString()))
        .servers(List.of(createServer().url("/").description("this service")))
        .addSecurityRequirement(createSecurityRequirement().addScheme(Operations.BASIC))
        .components(components())
        .paths(paths);
  }

  /** All endpoints. */
  static Stream<Endpoint> endpoints() {
    return Stream.of(
            ServiceEndpoints.TABLE,
            ChassisEndpoints.TABLE,
            NodeEndpoints.TABLE,
            PortEndpoints.TABLE,
            PortGroupEndpoints.TABLE,
            RuleEndpoints.TABLE)
        .flatMap(List::stream);
  }

  private static Components components() {
    var components =
        createComponents()
            .addSecurityScheme(
                Operations.BASIC,
                createSecurityScheme()
                    .type(SecurityScheme.Type.HTTP)
                    .scheme("basic")
                    .description("Where assay.api.auth-strategy is http_basic."));
    Schemas.all().forEach(components::addSchema);
    Operations.HEADERS.forEach((name, meaning) -> addHeader(components, name, meaning));
    addHeader(components, Operations.TAG, Operations.TAG_MEANING);
    Operations.VERSION_HEADERS.forEach((name, meaning) -> addParameter(components, name, meaning));
    addParameter(components, Operations.IF_NONE_MATCH, Operations.IF_NONE_MATCH_MEANING);
    components.addResponse(Operations.NOT_MODIFIED, Operations.notModified());
    Operations.REFUSALS.forEach(
        (status, refusal) -> components.addResponse(refusal.name(), refused(refusal)));
    return components;
  }

  private static void addHeader(Components to, String name, String meaning) {
    to.addHeader(name, createHeader().description(meaning).schema(Schemas.text()));
  }

  private static void addParameter(Components to, String name, String meaning) {
    to.addParameter(
        name,
        createParameter()
            .name(name)
            .in(Parameter.In.HEADER)
            .description(meaning)
            .schema(Schemas.text()));
  }

  private static APIResponse refused(Operations.Refusal refusal) {
    return Operations.withHeaders(
        createAPIResponse().description(refusal.meaning()).content(content(refusal.schema())));
  }

  static Content content(String schema) {
    return content("application/json", schema);
  }

  /** A stream of JSON documents of this schema, one per line. */
  static Content lines(String schema) {
    return content("application/x-ndjson", schema);
  }

  private static Content content(String type, String schema) {
    return createContent().addMediaType(type, createMediaType().schema(Schemas.ref(schema)));
  }
}
