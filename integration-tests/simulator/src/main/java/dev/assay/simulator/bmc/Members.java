package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * The members of a collection.
 *
 * @param collection false: its parent lists the members one by one, there is no collection resource
 */
record Members(String kind, List<Resource> resources, boolean collection) {
  Members {
    resources = List.copyOf(resources);
  }

  static Members of(String kind, List<Resource> resources) {
    return new Members(kind, resources, true);
  }

  /** Members that their parent lists, as Storage lists its Drives. */
  static Members listed(String kind, List<Resource> resources) {
    return new Members(kind, resources, false);
  }

  boolean isEmpty() {
    return resources.isEmpty();
  }

  /** The paths of the members of the collection at {@code path}. */
  List<String> paths(String path) {
    return resources.stream().map(member -> path + "/" + member.id()).toList();
  }

  /** Adds the links to the members, which are at {@code path}, to their parent. */
  void link(ObjectNode parent, String property, String path) {
    if (collection) {
      parent.putObject(property).put("@odata.id", path);
    } else {
      Resource.link(parent, property, paths(path));
    }
  }

  /** As {@link Resource#find}. */
  Optional<ObjectNode> find(String path, List<String> rest) {
    if (rest.isEmpty()) {
      return collection ? Optional.of(json(path)) : Optional.empty();
    }
    var id = rest.getFirst();
    return resources.stream()
        .filter(member -> member.id().equals(id))
        .findFirst()
        .flatMap(member -> member.find(path + "/" + id, rest.subList(1, rest.size())));
  }

  private ObjectNode json(String path) {
    return Inventory.collectionJson(path, kind, resources.stream().map(Resource::id).toList());
  }
}
