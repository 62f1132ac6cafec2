package dev.assay.nodeedit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.attribute.AttributeType;
import dev.assay.chassis.ChassisRows;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.InterfaceType;
import dev.assay.id.NodeId;
import dev.assay.node.DerivedFields;
import dev.assay.node.NodeAttributes;
import dev.assay.node.NodeDocument;
import dev.assay.node.NodeInconsistency;
import dev.assay.node.Nodes;
import dev.assay.storedjson.StoredJson;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Turns a document of attributes into the attributes of a node, or refuses it with an
 * AssayException. Documents are those of {@link NodeDocument}, in normal form. Works within the
 * caller's transaction and writes nothing. Source: spec api.md 9.1, 9.5 and 9.7, rules.md 9.
 */
@Singleton
public class NodeEdit {
  private final Nodes nodes;
  private final ChassisRows chassis;

  NodeEdit(Nodes nodes, ChassisRows chassis) {
    this.nodes = nodes;
    this.chassis = chassis;
  }

  /** What happens to interfaces that a change does not name when it sets another driver. */
  public enum OnNewDriver {
    /** They stay; the change is refused when the new driver does not accept one of them. */
    KEEP,
    /** They become the new driver's defaults. */
    RESET,
    /** Those that the new driver accepts stay, the others become its defaults. */
    KEEP_ACCEPTED
  }

  /**
   * The attributes of a new node. Errors, in this order: INVALID_PARAMETER for values that do not
   * fit together, NO_CONDUCTOR_FOR_DRIVER, DUPLICATE, INVALID_PARAMETER for what does not exist or
   * the driver cannot use.
   */
  public NodeAttributes create(NodeId self, ObjectNode document, Directory directory) {
    requireConsistent(document);
    DerivedFields.apply(StoredJson.object(), document);
    var driver = driver(document, directory);
    if (nodes.find(self).isPresent()) {
      throw duplicate(uuidTaken(self));
    }
    requireUnique(self, StoredJson.object(), document);
    requireChassis(StoredJson.object(), document);
    var interfaces = driver.choose(NodeDocument.named(document));
    var parent = parent(null, document, directory);
    requireNone(driver.unusable(NodeDocument.driverInfo(document)));
    return NodeDocument.read(document, interfaces, parent);
  }

  /**
   * The attributes of a node after a change; they are checked as far as {@code after} differs from
   * {@code stored}, so that older values do not stand in the way.
   *
   * @param after all attributes; fields that depend on others are updated in it
   * @param given the fields that the change names
   */
  public NodeAttributes change(
      NodeId self,
      NodeAttributes stored,
      ObjectNode after,
      Set<String> given,
      OnNewDriver onNewDriver,
      Directory directory) {
    var before = NodeDocument.of(stored);
    DerivedFields.apply(before, after);
    requireConsistent(after);
    requireUnique(self, before, after);
    requireChassis(before, after);
    var interfaces = interfaces(stored, before, after, given, onNewDriver, directory);
    var changed =
        NodeDocument.read(after, interfaces, parent(stored.parentNode(), after, directory));
    requireUsable(stored, changed, directory);
    return changed;
  }

  private static void requireConsistent(ObjectNode document) {
    NodeInconsistency.in(document)
        .ifPresent(
            problem -> {
              throw AttributeType.refused(problem.field(), problem.why());
            });
  }

  private static DriverDescription driver(ObjectNode document, Directory directory) {
    var driver = document.path("driver").textValue();
    var group = document.path("conductor_group").textValue();
    return directory.driver(driver, group).orElseThrow(() -> directory.notServed(driver, group));
  }

  private void requireUnique(NodeId self, ObjectNode before, ObjectNode after) {
    var name = changed("name", before, after);
    if (name != null && nodes.idOf(name).filter(id -> !id.equals(self)).isPresent()) {
      throw duplicate(nameTaken(name));
    }
    var instance = changed("instance_uuid", before, after);
    if (instance != null
        && nodes
            .idOfInstance(UUID.fromString(instance))
            .filter(id -> !id.equals(self))
            .isPresent()) {
      throw duplicate(instanceTaken(instance));
    }
  }

  private void requireChassis(ObjectNode before, ObjectNode after) {
    var named = changed("chassis_uuid", before, after);
    if (named != null && chassis.find(UUID.fromString(named)).isEmpty()) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER, "Chassis %s could not be found.".formatted(named));
    }
  }

  /** The new value; null when it is null or the same as before. */
  private static @Nullable String changed(String field, ObjectNode before, ObjectNode after) {
    var value = NodeDocument.text(after, field);
    return Objects.equals(value, NodeDocument.text(before, field)) ? null : value;
  }

  /** Checked only when driver, group or an interface changes: stored interfaces stay usable. */
  private static Map<String, String> interfaces(
      NodeAttributes stored,
      ObjectNode before,
      ObjectNode after,
      Set<String> given,
      OnNewDriver onNewDriver,
      Directory directory) {
    var named = NodeDocument.named(after);
    var same = named.equals(NodeDocument.named(before));
    var sameDriver = after.path("driver").textValue().equals(stored.driver());
    var sameGroup = after.path("conductor_group").textValue().equals(stored.conductorGroup());
    if (sameDriver && sameGroup && same) {
      return stored.interfaces();
    }
    var driver = driver(after, directory);
    if (sameDriver && same) {
      return stored.interfaces();
    }
    for (var type : InterfaceType.values()) {
      var reset =
          switch (onNewDriver) {
            case KEEP -> false;
            case RESET -> !sameDriver;
            case KEEP_ACCEPTED -> !driver.accepted(type).contains(named.get(type.wire()));
          };
      if (reset && !given.contains(type.field())) {
        named.remove(type.wire());
      }
    }
    return driver.choose(named);
  }

  private static @Nullable UUID parent(
      @Nullable UUID stored, ObjectNode after, Directory directory) {
    var ident = NodeDocument.text(after, "parent_node");
    if (ident == null || ident.equals(Objects.toString(stored, null))) {
      return ident == null ? null : stored;
    }
    var parent =
        directory
            .node(ident)
            .orElseThrow(
                () ->
                    AttributeType.refused(
                        "parent_node", "names node %s, unknown".formatted(ident)));
    if (!Objects.equals(parent.attributes().owner(), NodeDocument.text(after, "owner"))) {
      throw AttributeType.refused("parent_node", "names node %s of another owner".formatted(ident));
    }
    return parent.uuid().uuid();
  }

  /**
   * Checks the members of driver_info that are new or changed, all of them for a new driver, as far
   * as a conductor describes the driver; missing ones may follow later.
   */
  private static void requireUsable(
      NodeAttributes stored, NodeAttributes changed, Directory directory) {
    var written = written(stored, changed);
    if (!written.isEmpty()) {
      requireNone(
          directory
              .driver(changed.driver(), changed.conductorGroup())
              .flatMap(driver -> driver.unusable(changed.driverInfo(), written)));
    }
  }

  private static void requireNone(Optional<String> problem) {
    problem.ifPresent(
        sentence -> {
          throw new AssayException(ErrorCode.INVALID_PARAMETER, sentence);
        });
  }

  private static Set<String> written(NodeAttributes stored, NodeAttributes changed) {
    var before = stored.driverInfo();
    var sameDriver = changed.driver().equals(stored.driver());
    return changed.driverInfo().properties().stream()
        .filter(member -> !sameDriver || !member.getValue().equals(before.get(member.getKey())))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** That no conductor of {@code group} serves {@code driver}. */
  public static String notServed(String driver, String group) {
    return ("No valid host was found. Reason: No conductor service registered which supports driver"
            + " %s for conductor group '%s'.")
        .formatted(driver, group);
  }

  private static AssayException duplicate(String sentence) {
    return new AssayException(ErrorCode.DUPLICATE, sentence);
  }

  /** For a violated constraint: another request was faster. */
  public static String uuidTaken(NodeId uuid) {
    return "A node with UUID %s already exists.".formatted(uuid);
  }

  /** As above. */
  public static String nameTaken(String name) {
    return "A node with name %s already exists.".formatted(name);
  }

  /** As above. */
  public static String instanceTaken(String instance) {
    return "Instance %s is already associated with a node, it cannot be associated with this other"
            .formatted(instance)
        + " node.";
  }
}
