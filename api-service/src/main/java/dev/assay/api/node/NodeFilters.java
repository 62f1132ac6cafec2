package dev.assay.api.node;

import dev.assay.api.field.ListConditions;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Query;
import dev.assay.attribute.AttributeType;
import dev.assay.attribute.Shape;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.node.ProvisionState;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The filters of the list of nodes, one row each. Source: spec api.md 9.4. */
@ApplicationScoped
public class NodeFilters {
  private static final Set<String> FAULTS =
      Set.of("power failure", "clean failure", "rescue abort failure", "service failure");

  /** Adds the condition of a filter to those of the list. */
  private interface Narrowing {
    void apply(NodeFilters filters, Query query, ListConditions to);
  }

  private record Filter(String name, int since, Shape.Type type, Narrowing narrowing) {}

  // spotless:off
  private static final List<Filter> TABLE = List.of(
      new Filter("instance_uuid",   1, Shape.Type.UUID,   (_, query, to) -> query.uuid("instance_uuid").ifPresent(uuid -> to.add("n.attributes.instanceUuid = :instance", "instance", uuid))),
      new Filter("chassis_uuid",    1, Shape.Type.UUID,   (_, query, to) -> query.uuid("chassis_uuid").ifPresent(uuid -> to.add("n.attributes.chassisUuid = :chassis", "chassis", uuid))),
      flag("associated",            1,   "n.attributes.instanceUuid is not null", "n.attributes.instanceUuid is null"),
      flag("maintenance",           1,   "n.attributes.maintenance", "not n.attributes.maintenance"),
      new Filter("provision_state", 9, Shape.Type.TEXT,   (_, query, to) -> query.text("provision_state").ifPresent(name -> to.add("n.provisionState = :state", "state", state(name)))),
      text("driver",                16,  "n.attributes.driver = :driver"),
      text("resource_class",        21,  "n.attributes.resourceClass = :resource_class"),
      new Filter("fault",           42, Shape.Type.TEXT,  (_, query, to) -> query.text("fault").ifPresent(fault -> to.add("n.fault = :fault", "fault", fault(fault)))),
      new Filter("conductor_group", 46, Shape.Type.TEXT,  (_, query, to) -> query.text("conductor_group").ifPresent(group -> to.add("n.attributes.conductorGroup = :group", "group", group.toLowerCase(Locale.ROOT)))),
      new Filter("conductor",       49, Shape.Type.TEXT,  (_, _, _) -> {}), // computed, see NodeList
      text("owner",                 50,  "n.attributes.owner = :owner"),
      text("lessee",                65,  "n.attributes.lessee = :lessee"),
      text("project",               65,  "n.attributes.owner = :project or n.attributes.lessee = :project"),
      text("description_contains",  51,  "locate(:description_contains, n.attributes.description) > 0"),
      flag("retired",               61,  "n.attributes.retired", "not n.attributes.retired"),
      new Filter("shard",           82, Shape.Type.TEXT,  (_, query, to) -> to.add("lower(n.attributes.shard) in :shards", "shards", query.list("shard"))),
      flag("sharded",               82,  "n.attributes.shard is not null", "n.attributes.shard is null"),
      new Filter("parent_node",     83, Shape.Type.TEXT,  (filters, query, to) -> query.text("parent_node").ifPresent(ident -> to.add("n.attributes.parentNode = :parent", "parent", filters.known.require(ident).uuid().uuid()))),
      new Filter("include_children", 83, Shape.Type.FLAG, (_, _, _) -> {}), // see apply
      text("instance_name",         104, "n.attributes.instanceName = :instance_name"),
      flag("auto_discovered",       84,  "n.autoDiscovered", "not n.autoDiscovered"));
  // spotless:on

  /** The names of all filters. */
  public static final List<String> NAMES = TABLE.stream().map(Filter::name).toList();

  /** The same without the conductor of a node, which is computed, and changes. */
  public static final List<String> STORED =
      NAMES.stream().filter(name -> !name.equals("conductor")).toList();

  private final NodeFinder known;
  private final ApiRequest request;

  NodeFilters(NodeFinder known, ApiRequest request) {
    this.known = known;
    this.request = request;
  }

  /** The minor version that introduced the filter. */
  public static int since(String name) {
    return filter(name).since();
  }

  /** The type of its value. */
  public static Shape.Type type(String name) {
    return filter(name).type();
  }

  private static Filter filter(String name) {
    return TABLE.stream().filter(filter -> filter.name().equals(name)).findFirst().orElseThrow();
  }

  /**
   * Adds the conditions of the filters in {@code query}. NOT_ACCEPTABLE for a filter newer than the
   * version; INVALID_PARAMETER for an invalid value.
   */
  void apply(Query query, ListConditions to) {
    for (var filter : TABLE) {
      if (query.has(filter.name())) {
        request.version().require(filter.since(), "filter " + filter.name());
        filter.narrowing().apply(this, query, to);
      }
    }
    if (!query.has("parent_node") && !query.bool("include_children").orElse(false)) {
      to.add("n.attributes.parentNode is null");
    }
  }

  private static Filter flag(String name, int since, String yes, String no) {
    return new Filter(
        name,
        since,
        Shape.Type.FLAG,
        (_, query, to) -> query.bool(name).ifPresent(on -> to.add(on ? yes : no)));
  }

  private static Filter text(String name, int since, String condition) {
    return new Filter(
        name,
        since,
        Shape.Type.TEXT,
        (_, query, to) -> query.text(name).ifPresent(text -> to.add(condition, name, text)));
  }

  private static ProvisionState state(String name) {
    return ProvisionState.ofWire(name)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.INVALID_PARAMETER,
                    "Provision state \"%s\" is not valid".formatted(name)));
  }

  private static String fault(String name) {
    if (!FAULTS.contains(name)) {
      throw AttributeType.refused("fault", "must be one of " + String.join(", ", FAULTS));
    }
    return name;
  }
}
