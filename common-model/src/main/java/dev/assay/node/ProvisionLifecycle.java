package dev.assay.node;

import static dev.assay.node.ProvisionEvent.ABORT;
import static dev.assay.node.ProvisionEvent.DONE;
import static dev.assay.node.ProvisionEvent.FAIL;
import static dev.assay.node.ProvisionEvent.INSPECT;
import static dev.assay.node.ProvisionEvent.MANAGE;
import static dev.assay.node.ProvisionEvent.PROVIDE;
import static dev.assay.node.ProvisionEvent.RESUME;
import static dev.assay.node.ProvisionEvent.WAIT;
import static dev.assay.node.ProvisionLifecycle.Cause.CONDUCTOR;
import static dev.assay.node.ProvisionLifecycle.Cause.OPERATOR;
import static dev.assay.node.ProvisionLifecycle.Cause.RAMDISK;
import static dev.assay.node.ProvisionState.ADOPT_FAILED;
import static dev.assay.node.ProvisionState.AVAILABLE;
import static dev.assay.node.ProvisionState.CLEANING;
import static dev.assay.node.ProvisionState.CLEAN_FAILED;
import static dev.assay.node.ProvisionState.ENROLL;
import static dev.assay.node.ProvisionState.INSPECTING;
import static dev.assay.node.ProvisionState.INSPECT_FAILED;
import static dev.assay.node.ProvisionState.INSPECT_WAIT;
import static dev.assay.node.ProvisionState.MANAGEABLE;
import static dev.assay.node.ProvisionState.VERIFYING;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The provision state machine P as a table, the only place that defines transitions. Source: spec
 * state-machine.md 1.2.
 */
public final class ProvisionLifecycle {
  /** Who may trigger the event of a transition. */
  public enum Cause {
    OPERATOR,
    CONDUCTOR,
    RAMDISK
  }

  /**
   * One transition. {@code target} is the value of target_provision_state afterwards, null for
   * none; {@code work} is true when work runs in the background, which also clears last_error.
   */
  public record Move(
      String spec,
      ProvisionState from,
      ProvisionEvent on,
      ProvisionState to,
      @Nullable ProvisionState target,
      boolean work,
      Cause cause) {}

  // spotless:off
  /** All transitions of the spec, in its order. */
  public static final List<Move> TABLE = List.of(
      //   spec   from            on       to              target      background  caused by
      row("P1",  ENROLL,         MANAGE,  VERIFYING,      MANAGEABLE, true,       OPERATOR),
      row("P2",  VERIFYING,      DONE,    MANAGEABLE,     null,       false,      CONDUCTOR),
      row("P3",  VERIFYING,      FAIL,    ENROLL,         null,       false,      CONDUCTOR),
      row("P4",  MANAGEABLE,     INSPECT, INSPECTING,     MANAGEABLE, true,       OPERATOR),
      row("P5",  INSPECT_FAILED, INSPECT, INSPECTING,     MANAGEABLE, true,       OPERATOR),
      row("P6",  INSPECTING,     WAIT,    INSPECT_WAIT,   MANAGEABLE, false,      CONDUCTOR),
      row("P7",  INSPECTING,     DONE,    MANAGEABLE,     null,       false,      CONDUCTOR),
      row("P8",  INSPECTING,     FAIL,    INSPECT_FAILED, MANAGEABLE, false,      CONDUCTOR),
      row("P9",  INSPECT_WAIT,   RESUME,  INSPECTING,     MANAGEABLE, true,       RAMDISK),
      row("P10", INSPECT_WAIT,   ABORT,   INSPECT_FAILED, MANAGEABLE, false,      OPERATOR),
      row("P11", INSPECT_WAIT,   FAIL,    INSPECT_FAILED, MANAGEABLE, true,       CONDUCTOR),
      row("P12", INSPECT_WAIT,   DONE,    MANAGEABLE,     null,       false,      CONDUCTOR),
      row("P13", INSPECT_FAILED, MANAGE,  MANAGEABLE,     null,       false,      OPERATOR),
      row("P14", MANAGEABLE,     PROVIDE, CLEANING,       AVAILABLE,  true,       OPERATOR),
      row("P15", CLEANING,       DONE,    AVAILABLE,      null,       false,      CONDUCTOR),
      row("P16", CLEANING,       FAIL,    CLEAN_FAILED,   AVAILABLE,  false,      CONDUCTOR),
      row("P17", CLEAN_FAILED,   MANAGE,  MANAGEABLE,     null,       false,      OPERATOR),
      row("P18", AVAILABLE,      MANAGE,  MANAGEABLE,     null,       false,      OPERATOR),
      row("P19", ADOPT_FAILED,   MANAGE,  MANAGEABLE,     null,       false,      OPERATOR));
  // spotless:on

  private record Trigger(ProvisionState from, ProvisionEvent on) {}

  private static final Map<Trigger, Move> MOVES =
      TABLE.stream()
          .collect(Collectors.toMap(m -> new Trigger(m.from(), m.on()), Function.identity()));

  private ProvisionLifecycle() {}

  /** Returns the transition for {@code event} in {@code state}; empty when there is none. */
  public static Optional<Move> next(ProvisionState state, ProvisionEvent event) {
    return Optional.ofNullable(MOVES.get(new Trigger(state, event)));
  }

  /** The table as a Mermaid state diagram, for docs/lifecycle.md. */
  public static String mermaid() {
    var text = new StringBuilder("stateDiagram-v2\n");
    for (var move : TABLE) {
      text.append(
          "    %s --> %s: %s (%s)%n"
              .formatted(name(move.from()), name(move.to()), move.on().wire(), move.spec())
              .replace("\r", ""));
    }
    return text.toString();
  }

  private static String name(ProvisionState state) {
    return state.wire().replace(' ', '_');
  }

  private static Move row(
      String spec,
      ProvisionState from,
      ProvisionEvent on,
      ProvisionState to,
      @Nullable ProvisionState target,
      boolean work,
      Cause cause) {
    return new Move(spec, from, on, to, target, work, cause);
  }
}
