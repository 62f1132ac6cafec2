package dev.assay.api.node;

import static dev.assay.node.ProvisionState.ADOPT_FAILED;
import static dev.assay.node.ProvisionState.AVAILABLE;
import static dev.assay.node.ProvisionState.CLEAN_FAILED;
import static dev.assay.node.ProvisionState.DEPLOY_FAILED;
import static dev.assay.node.ProvisionState.ENROLL;
import static dev.assay.node.ProvisionState.ERROR;
import static dev.assay.node.ProvisionState.INSPECTING;
import static dev.assay.node.ProvisionState.INSPECT_FAILED;
import static dev.assay.node.ProvisionState.INSPECT_WAIT;
import static dev.assay.node.ProvisionState.MANAGEABLE;
import static dev.assay.node.ProvisionState.RESCUE_FAILED;
import static dev.assay.node.ProvisionState.SERVICE_FAILED;
import static dev.assay.node.ProvisionState.SERVICE_HOLD;
import static dev.assay.node.ProvisionState.SERVICE_WAIT;
import static dev.assay.node.ProvisionState.SERVICING;
import static dev.assay.node.ProvisionState.UNRESCUE_FAILED;
import static dev.assay.node.ProvisionState.VERIFYING;

import dev.assay.api.field.Patch;
import dev.assay.api.http.ApiVersion;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.InterfaceType;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.SecretDocument;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks which changes and deletions the state of a node allows. Source: spec api.md 9.7, 9.8. */
public final class NodeGuard {
  private static final int INSPECT_WAIT_KNOWN = 39;

  /** States that have a target state, but still allow updates. */
  private static final Set<ProvisionState> AT_REST =
      EnumSet.of(
          DEPLOY_FAILED,
          INSPECTING,
          INSPECT_FAILED,
          INSPECT_WAIT,
          CLEAN_FAILED,
          ERROR,
          VERIFYING,
          ADOPT_FAILED,
          RESCUE_FAILED,
          UNRESCUE_FAILED,
          SERVICE_FAILED,
          SERVICE_HOLD,
          SERVICE_WAIT,
          SERVICING);

  private static final Set<ProvisionState> DRIVER_CHANGES =
      EnumSet.of(ENROLL, INSPECTING, INSPECT_WAIT, MANAGEABLE, AVAILABLE);

  /** For interfaces also after a failed inspection: Metal3 changes them before the next one. */
  private static final Set<ProvisionState> INTERFACE_CHANGES =
      EnumSet.of(ENROLL, INSPECTING, INSPECT_WAIT, INSPECT_FAILED, MANAGEABLE, AVAILABLE);

  private static final Set<ProvisionState> REWIRING =
      EnumSet.of(ENROLL, INSPECTING, INSPECT_WAIT, MANAGEABLE);

  private NodeGuard() {}

  /** CONFLICT when the state of the node allows no update. */
  static void requireUpdatable(Node node, Patch patch, ApiVersion version) {
    var detaches = node.attributes().maintenance() && patch.isJust("remove", "instance_uuid");
    if (node.targetProvisionState() != null
        && !AT_REST.contains(node.provisionState())
        && !detaches) {
      throw conflict(
          "Node %s can not be updated while a state transition is in progress."
              .formatted(node.uuid()));
    }
    requireNotInspecting(node, version);
  }

  /**
   * CONFLICT when {@code patch} changes only a part of a document that cannot be decrypted: the
   * rest would be lost.
   */
  static void requireReadable(Node node, Patch patch) {
    requireReadable(patch, "driver_info", node.attributes().secretDriverInfo());
    requireReadable(patch, "instance_info", node.attributes().secretInstanceInfo());
  }

  private static void requireReadable(Patch patch, String root, SecretDocument stored) {
    if (patch.roots().contains(root) && !patch.writesAll(root)) {
      stored
          .unusable()
          .ifPresent(
              sentence -> {
                throw conflict(sentence);
              });
    }
  }

  /** CONFLICT in state inspecting, for versions that distinguish it from inspect wait. */
  public static void requireNotInspecting(Node node, ApiVersion version) {
    if (node.provisionState() == INSPECTING && version.atLeast(INSPECT_WAIT_KNOWN)) {
      throw conflict(
          "Cannot update node \"%s\" while it is in state \"inspecting\".".formatted(node.uuid()));
    }
  }

  /** True when the connections of ports may be changed: in some states, and in maintenance. */
  public static boolean allowsRewiring(Node node) {
    return REWIRING.contains(node.provisionState()) || node.attributes().maintenance();
  }

  /** The names of those states, for an error message. */
  public static String rewiring() {
    return names(REWIRING) + " or in maintenance mode";
  }

  /** CONFLICT when the state of the node forbids one of the changes. */
  static void requireAllowed(Node node, NodeAttributes changed) {
    var stored = node.attributes();
    for (var type : InterfaceType.values()) {
      if (!stored.chosen(type).equals(changed.chosen(type))) {
        requireState(node, type.field(), INTERFACE_CHANGES);
      }
    }
    if (!stored.driver().equals(changed.driver())) {
      requireState(node, "driver", DRIVER_CHANGES);
    }
    if (!Objects.equals(stored.resourceClass(), changed.resourceClass())) {
      requireState(node, "resource_class", DRIVER_CHANGES);
    }
    if (changed.retired() && !stored.retired() && node.provisionState() == AVAILABLE) {
      throw conflict(
          "Node %s can not have retired set while it is in state \"available\"; manage it first."
              .formatted(node.uuid()));
    }
    if (changed.isProtected() && !stored.isProtected()) {
      requireState(node, "protected", EnumSet.of(ProvisionState.ACTIVE, ProvisionState.RESCUE));
    }
    if (stored.instanceUuid() != null
        && changed.instanceUuid() != null
        && !stored.instanceUuid().equals(changed.instanceUuid())) {
      throw NodeConflicts.associated(node);
    }
  }

  private static void requireState(Node node, String field, Set<ProvisionState> allowed) {
    var free = node.attributes().maintenance() && !field.equals("protected");
    if (!free && !allowed.contains(node.provisionState())) {
      throw conflict(
          "Node %s can not have %s updated unless it is in one of allowed (%s) states%s."
              .formatted(
                  node.uuid(),
                  field,
                  names(allowed),
                  field.equals("protected") ? "" : " or in maintenance mode"));
    }
  }

  /** CONFLICT or FORBIDDEN when the node may not be deleted. */
  static void requireDeletable(Node node, boolean alsoAvailable) {
    var allowed = EnumSet.of(ENROLL, MANAGEABLE, ADOPT_FAILED);
    if (alsoAvailable) {
      allowed.add(AVAILABLE);
    }
    var maintenance = node.attributes().maintenance();
    if (!maintenance && !allowed.contains(node.provisionState())) {
      throw conflict(
          ("Can not delete node \"%s\" while it is in provision state \"%s\". Valid provision"
                  + " states to perform deletion are: \"%s\", or set the node into maintenance mode")
              .formatted(node.uuid(), node.provisionState().wire(), names(allowed)));
    }
    if (!maintenance && node.attributes().instanceUuid() != null) {
      throw NodeConflicts.associated(node);
    }
    if (node.attributes().isProtected()) {
      throw new AssayException(
          ErrorCode.FORBIDDEN,
          "Node %s is protected and can not be undeployed, rebuilt or deleted"
              .formatted(node.uuid()));
    }
  }

  private static String names(Set<ProvisionState> states) {
    return Arrays.stream(ProvisionState.values())
        .filter(states::contains)
        .map(ProvisionState::wire)
        .collect(Collectors.joining(", "));
  }

  private static AssayException conflict(String sentence) {
    return new AssayException(ErrorCode.CONFLICT, sentence);
  }
}
