package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A read-only resource and the collections below it. It does not know its path, which it gets when
 * it is shown; so it can be built without regard to where it is.
 *
 * @param properties all but {@code @odata.id} and the links to {@code below}
 * @param below by property name
 */
record Resource(String id, ObjectNode properties, Map<String, Members> below) {
  Resource {
    below = new LinkedHashMap<>(below);
  }

  /**
   * A resource that is enabled and healthy, with nothing below it.
   *
   * @param version of its schema, such as {@code 1_20_0}
   */
  static Resource of(String kind, String version, String id, String name) {
    var properties =
        JsonNodeFactory.instance
            .objectNode()
            .put("@odata.type", "#%s.v%s.%s".formatted(kind, version, kind))
            .put("Id", id)
            .put("Name", name);
    properties.set("Status", ComputerSystem.healthy("Enabled"));
    return new Resource(id, properties, Map.of());
  }

  /** Adds a property, unless there is no value for it. */
  Resource with(String property, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      properties.put(property, value);
    }
    return this;
  }

  Resource with(String property, long value) {
    properties.put(property, value);
    return this;
  }

  Resource with(String property, Members members) {
    below.put(property, members);
    return this;
  }

  /** Adds a property that is an array of links. */
  Resource withLinks(String property, List<String> paths) {
    link(properties, property, paths);
    return this;
  }

  ObjectNode json(String path) {
    var json = JsonNodeFactory.instance.objectNode().put("@odata.id", path);
    json.setAll(properties);
    below.forEach((property, members) -> members.link(json, property, path + "/" + property));
    return json;
  }

  /**
   * This resource, or what is below it.
   *
   * @param path of this resource
   * @param rest names of the path that follow; none: this resource
   */
  Optional<ObjectNode> find(String path, List<String> rest) {
    if (rest.isEmpty()) {
      return Optional.of(json(path));
    }
    var property = rest.getFirst();
    return Optional.ofNullable(below.get(property))
        .flatMap(members -> members.find(path + "/" + property, rest.subList(1, rest.size())));
  }

  /** Puts an array of links, with their number as DSP0266 wants it. */
  static void link(ObjectNode json, String property, List<String> paths) {
    var links = json.putArray(property);
    paths.forEach(path -> links.addObject().put("@odata.id", path));
    json.put(property + "@odata.count", paths.size());
  }
}
