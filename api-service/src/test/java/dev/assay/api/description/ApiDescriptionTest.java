package dev.assay.api.description;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.conditional.Conditional;
import dev.assay.api.error.AllowedMethods;
import dev.assay.api.testing.Machines;
import dev.assay.api.testing.Site;
import dev.assay.api.testing.SpecField;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.inject.Inject;
import jakarta.ws.rs.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The OpenAPI document describes everything that the service does, and nothing else. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ApiDescriptionTest {
  /** How the paths of orders end that need no body. */
  private static final Set<String> WITHOUT_BODY =
      Set.of("/replay", "/reapply", "/reapplies", "/test");

  private static final String OPENAPI = "/openapi.json";
  private static final Set<String> PUBLIC =
      Set.of(
          "/",
          "/v1",
          "/v1/lookup",
          "/v1/heartbeat",
          "/v1/heartbeat/{ident}",
          "/v1/continue_inspection");
  private static final String MEMBERS_TAKEN = " This path takes: ";

  @Inject Site site;
  @Inject Machines machines;
  @Inject AllowedMethods methods;
  @Inject BeanContainer beans;

  private JsonNode document;

  private record Operation(String method, String path, JsonNode json) {}

  @BeforeEach
  void read() {
    site.open();
    document = ok(given().get(OPENAPI), 200);
  }

  private List<Operation> operations() {
    var all = new ArrayList<Operation>();
    for (var path : document.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        all.add(
            new Operation(
                method.getKey().toUpperCase(Locale.ROOT), path.getKey(), method.getValue()));
      }
    }
    return all;
  }

  @Test
  void a_reader_of_openapi_has_nothing_against_it() {
    var read =
        new OpenAPIV3Parser().readContents(document.toString(), List.of(), new ParseOptions());

    assertThat(read.getMessages()).isEmpty();
    assertThat(read.getOpenAPI().getOpenapi()).isEqualTo("3.0.3");
  }

  @Test
  void has_exactly_the_methods_of_the_resources() {
    var served =
        methods.routes().stream()
            .filter(route -> !route.path().startsWith("/v1/boot/")) // for firmware, not for clients
            .filter(route -> !route.path().startsWith("/inspector")) // another API
            .map(route -> route.method() + " " + route.path())
            .toList();

    assertThat(operations())
        .extracting(operation -> operation.method() + " " + operation.path())
        .containsExactlyInAnyOrderElementsOf(served);
  }

  @Test
  void every_operation_has_what_a_generated_client_needs() {
    assertThat(operations()).extracting(o -> o.json().path("operationId")).doesNotHaveDuplicates();
    for (var operation : operations()) {
      assertThat(operation.json().path("operationId").asText()).matches("[a-z]+[a-zA-Z]*");
      assertThat(operation.json().path("summary").asText()).isNotBlank();
      var responses = operation.json().path("responses");
      assertThat(responses.properties())
          .extracting(Map.Entry::getKey)
          .contains("400", "406", "500")
          .anyMatch(status -> status.startsWith("2"));
      var body =
          Set.of("POST", "PATCH").contains(operation.method())
              && WITHOUT_BODY.stream().noneMatch(operation.path()::endsWith);
      assertThat(operation.json().has("requestBody") || !body).isTrue();
      assertThat(parameters(operation, "header")).hasSize(responses.has("304") ? 3 : 2);
      assertThat(parameters(operation, "path"))
          .containsExactlyElementsOf(
              Endpoint.PARAMETER.matcher(operation.path()).results().map(m -> m.group(1)).toList());
    }
  }

  @Test
  void what_has_a_tag_is_what_the_resources_mark() {
    assertThat(operations())
        .filteredOn(operation -> operation.json().path("responses").has("304"))
        .extracting(operation -> operation.method() + " " + operation.path())
        .containsExactlyInAnyOrderElementsOf(
            beans.getBeans(Object.class, Any.Literal.INSTANCE).stream()
                .map(Bean::getBeanClass)
                .filter(type -> type.isAnnotationPresent(Path.class))
                .distinct()
                .flatMap(ApiDescriptionTest::marked)
                .toList());
  }

  private static Stream<String> marked(Class<?> resource) {
    var base = "GET " + resource.getAnnotation(Path.class).value();
    return Stream.of(resource.getMethods())
        .filter(method -> method.isAnnotationPresent(Conditional.class))
        .map(method -> Optional.ofNullable(method.getAnnotation(Path.class)))
        .map(path -> base + path.map(Path::value).orElse(""));
  }

  @Test
  void who_calls_is_asked_where_the_service_asks() {
    assertThat(document.path("security").toString()).isEqualTo("[{\"basic\":[]}]");
    assertThat(operations())
        .filteredOn(operation -> operation.json().has("security"))
        .extracting(Operation::path)
        .containsExactlyInAnyOrderElementsOf(PUBLIC);
    assertThat(operations())
        .filteredOn(operation -> PUBLIC.contains(operation.path()))
        .noneMatch(operation -> operation.json().path("responses").has("401"))
        .allMatch(operation -> operation.json().path("security").isEmpty());
  }

  @Test
  void every_query_parameter_that_the_service_takes_is_described() {
    for (var operation : operations()) {
      if (operation.path().equals("/") || operation.path().equals("/v1")) {
        continue; // takes any query, as the reference does
      }
      var path =
          Endpoint.PARAMETER.matcher(operation.path()).replaceAll(UUID.randomUUID().toString());
      var refusal =
          fault(
              site.api().body("{}").request(operation.method(), path + "?no_such_parameter=1"),
              400);
      var taken = refusal.substring(refusal.indexOf(MEMBERS_TAKEN) + MEMBERS_TAKEN.length());
      var described = String.join(", ", new TreeSet<>(parameters(operation, "query")));
      assertThat(described.isEmpty() ? "none." : described + ".")
          .as(operation.path())
          .isEqualTo(taken);
    }
  }

  private List<String> parameters(Operation operation, String in) {
    var names = new ArrayList<String>();
    for (var given : operation.json().path("parameters")) {
      var parameter = resolved(given);
      if (parameter.path("in").asText().equals(in)) {
        names.add(parameter.path("name").asText());
      }
    }
    return names;
  }

  private JsonNode resolved(JsonNode given) {
    return given.has("$ref") ? document.at(given.path("$ref").asText().substring(1)) : given;
  }

  static Stream<Arguments> rows() {
    return Stream.of("Chassis", "Node", "Port", "PortGroup")
        .flatMap(
            schema ->
                SpecField.table("/spec/%s-fields.csv".formatted(schema.toLowerCase(Locale.ROOT)))
                    .stream()
                    .map(row -> Arguments.of(schema, row)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("rows")
  void a_field_is_what_the_table_of_the_spec_says(String schema, SpecField row) {
    var shown = schema(schema).path("properties").path(row.name());
    var sent = schema(schema + "Request").path("properties").path(row.name());

    assertThat(shown.isMissingNode()).isEqualTo(!row.shown());
    assertThat(sent.isMissingNode()).isEqualTo(!row.creatable());
    for (var property : List.of(shown, sent)) {
      if (!property.isMissingNode()) {
        assertThat(property.path("x-since").asText()).isEqualTo("1." + row.since());
      }
    }
    assertThat(type(row.shown() ? shown : sent)).isEqualTo(row.type());
    assertThat(shown.path("readOnly").asBoolean()).isEqualTo(!row.creatable() && !row.patchable());
    if (row.byDefault().equals("null")) {
      assertThat(shown.path("nullable").asBoolean()).isTrue();
    } else if (row.byDefault().equals("*")) {
      assertThat(shown.path("nullable").asBoolean()).isFalse();
    }
  }

  /** The name of a type in the tables of the spec. */
  private static String type(JsonNode property) {
    return switch (property.path("type").asText() + " " + property.path("format").asText()) {
      case "string uuid" -> "uuid";
      case "string date-time" -> "timestamp";
      case "string " -> property.has("pattern") ? "mac" : "text";
      case "boolean " -> "bool";
      case "array " -> property.path("items").has("$ref") ? "links" : "list";
      default -> property.path("type").asText();
    };
  }

  private JsonNode schema(String name) {
    return document.path("components").path("schemas").path(name);
  }

  @Test
  void answers_have_exactly_the_members_that_are_described() {
    var node = site.nodeIn("manageable");
    var port = site.port(node);
    var group = site.portGroup(node);
    var waiting = machines.in(ProvisionState.INSPECT_WAIT);

    requireDescribed("Node", "/v1/nodes/" + node);
    requireDescribed("NodeStates", "/v1/nodes/%s/states".formatted(node));
    requireDescribed("Validation", "/v1/nodes/%s/validate".formatted(node));
    requireDescribed("Traits", "/v1/nodes/%s/traits".formatted(node));
    requireDescribed("Children", "/v1/nodes/%s/children".formatted(node));
    requireDescribed("NodeList", "/v1/nodes?limit=1");
    requireDescribed("Port", "/v1/ports/" + port);
    requireDescribed("PortList", "/v1/nodes/%s/ports?limit=1".formatted(node));
    requireDescribed("Chassis", "/v1/chassis/" + site.chassis());
    requireDescribed("ChassisList", "/v1/chassis?limit=1");
    requireDescribed("Shards", "/v1/shards");
    requireDescribed("Vifs", "/v1/nodes/%s/vifs".formatted(node));
    requireDescribed("PortGroup", "/v1/portgroups/" + group);
    requireDescribed("PortGroupList", "/v1/portgroups?limit=1");
    requireDescribed(
        "BootDevices", "/v1/nodes/%s/management/boot_device/supported".formatted(node));
    requireDescribed("Driver", "/v1/drivers/redfish");
    requireDescribed("DriverList", "/v1/drivers");
    requireDescribed("Conductor", "/v1/conductors/c1.example");
    requireDescribed("ConductorList", "/v1/conductors?limit=1");
    requireDescribed("Versions", "/");
    requireDescribed("Lookup", "/v1/lookup?node_uuid=" + waiting.node());
    var config = ok(site.api().get("/v1/lookup?node_uuid=" + waiting.node()), 200).path("config");
    assertThat(names(schema("Lookup").path("properties").path("config").path("properties")))
        .isEqualTo(names(config));
  }

  private void requireDescribed(String schema, String path) {
    assertThat(names(ok(site.api().get(path), 200)))
        .as(path)
        .isEqualTo(names(schema(schema).path("properties")));
  }

  private static Set<String> names(JsonNode object) {
    return object.properties().stream()
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void refusals_have_the_members_that_are_described() {
    var error = ok(site.api().get("/v1/nodes/" + UUID.randomUUID()), 404);

    assertThat(names(error)).isEqualTo(names(schema("Error").path("properties")));
    assertThat(names(StoredJson.read(error.path("error_message").asText(), JsonNode.class)))
        .isEqualTo(names(schema("Fault").path("properties")));
  }
}
