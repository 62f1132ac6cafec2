package dev.assay.inspection;

import dev.assay.document.Digest;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.node.Node;
import dev.assay.node.ProvisionState;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.hibernate.annotations.ColumnTransformer;
import org.hibernate.annotations.DynamicUpdate;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/**
 * The JPA entity of one inspection (a run) of one node. Its stage changes only through {@link
 * StageLifecycle}, in the same transaction as the node's provision state. Deadlines and waiting
 * times are by the database clock. A stage in which a conductor works has two deadlines: a long one
 * until a conductor takes it up, then that of the work. Source: docs/architecture.md, invariant 1,
 * spec state-machine.md 4 to 6, docs/decisions/0022.
 */
@Entity(name = "Inspection")
@DynamicUpdate
@SuppressWarnings("NullAway.Init") // filled by the persistence provider or by the constructor
public class Inspection {
  /** The inspect interfaces that read the data from the BMC, without a ramdisk. */
  public static final Set<String> BMC_INTERFACES = Set.of("redfish", "idrac-redfish");

  /** The reason for the inspection. */
  public enum Cause {
    REQUESTED,
    DISCOVERED,
    REAPPLIED,
    OUT_OF_BAND,
    /** Took place in another installation, before the node was here. */
    IMPORTED
  }

  /** A stage that was reached, and when. */
  public record Reached(String stage, Instant at) {}

  /** When an inspection took place in another installation. */
  public record Past(Instant startedAt, Instant finishedAt) {}

  /**
   * Why an inspection failed in another installation.
   *
   * @param code null when the cause is none that is known here
   */
  public record Failure(@Nullable ErrorCode code, String sentence) {}

  /**
   * The stage in which an inspection failed.
   *
   * @param seconds how long it lasted
   * @param usualSeconds how long it usually takes at most; null when not known
   */
  public record Failed(String stage, double seconds, @Nullable Double usualSeconds) {}

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  @Column(updatable = false)
  private UUID uuid;

  @Column(name = "node_id", updatable = false)
  private long nodeId;

  @Column(updatable = false)
  private String cause;

  @Column(name = "inspect_interface", updatable = false)
  private String inspectInterface;

  private Stage stage;

  /** The deadline as stored; read only. */
  @Column(name = "stage_deadline", insertable = false, updatable = false)
  private @Nullable Instant stageDeadline;

  /** Seconds until the deadline: reads and writes are relative to the database clock. */
  @Column(name = "stage_deadline")
  @ColumnTransformer(
      read = "date_part('epoch', stage_deadline - clock_timestamp())",
      write = "clock_timestamp() + ? * interval '1 s'")
  private @Nullable Double stageSecondsLeft;

  /** Seconds since the stage's command was sent; null when the stage needs none. */
  @Column(name = "ordered_at")
  @ColumnTransformer(
      read = "date_part('epoch', clock_timestamp() - ordered_at)",
      write = "clock_timestamp() - ? * interval '1 s'")
  private @Nullable Double secondsSinceOrder;

  /** How often the stage's command was sent again. */
  @Column(name = "reorders")
  private int reorders;

  /** Seconds since a conductor took up the stage; null when none has. */
  @Column(name = "begun_at")
  @ColumnTransformer(
      read = "date_part('epoch', clock_timestamp() - begun_at)",
      write = "clock_timestamp() - ? * interval '1 s'")
  private @Nullable Double secondsSinceBegin;

  @Column(name = "started_at")
  private Instant startedAt;

  @Column(name = "finished_at")
  private @Nullable Instant finishedAt;

  @Column(name = "request_id", updatable = false)
  private @Nullable String requestId;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  private List<Reached> timeline;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  private @Nullable Trace trace;

  /** The document that the trace is; null as long as it is in the row. */
  @Column(name = "trace_document")
  @Mutability(Immutability.class)
  private byte @Nullable [] traceDocument;

  /** The times of the hooks of that document, in their order. */
  @Column(name = "hook_micros")
  @JdbcTypeCode(SqlTypes.ARRAY)
  @Mutability(Immutability.class)
  private int @Nullable [] hookMicros;

  @Column(name = "error_code")
  private @Nullable String errorCode;

  private @Nullable String error;

  @Column(updatable = false)
  private boolean classic;

  @Column(name = "manage_boot")
  private boolean manageBoot;

  @Column(name = "reapplied_from", updatable = false)
  private @Nullable UUID reappliedFrom;

  /** How long the stage that failed usually takes at most. */
  @Column(name = "usual_seconds")
  private @Nullable Double usualSeconds;

  /** The span in which it was ordered, as in W3C Trace Context. */
  @Column(updatable = false)
  private @Nullable String traceparent;

  protected Inspection() {}

  /**
   * Creates an inspection that is ordered now; a conductor must take it up within {@code limit}.
   */
  public Inspection(
      Node node,
      Cause cause,
      String inspectInterface,
      @Nullable String requestId,
      Instant now,
      Duration limit) {
    this(node, cause, inspectInterface, requestId, now, limit, Stage.STARTING);
  }

  /**
   * Creates the inspection of an auto-discovered node whose data have already been received; they
   * must be accepted within {@code limit}. Its interface is "agent", because a ramdisk sent the
   * data, no matter which interface the node has for later inspections.
   */
  public static Inspection discovered(
      Node node, @Nullable String requestId, Instant now, Duration limit) {
    return new Inspection(node, Cause.DISCOVERED, "agent", requestId, now, limit, Stage.ENROLLING);
  }

  /**
   * Creates an inspection that the classic API orders; a conductor must take it up within {@code
   * limit}. Source: spec inspector-compat.md 3.
   *
   * @param manageBoot false when the operator boots the machine
   */
  public static Inspection classic(
      Node node, boolean manageBoot, @Nullable String requestId, Instant now, Duration limit) {
    var run = new Inspection(node, Cause.REQUESTED, "agent", requestId, now, limit);
    run.classic = true;
    run.manageBoot = manageBoot;
    return run;
  }

  /**
   * Creates an inspection that processes the stored data of {@code earlier} again; a conductor must
   * take it up within {@code limit}.
   */
  public static Inspection reapplied(
      Node node, Inspection earlier, @Nullable String requestId, Instant now, Duration limit) {
    var run =
        new Inspection(
            node,
            Cause.REAPPLIED,
            earlier.inspectInterface,
            requestId,
            now,
            limit,
            Stage.REAPPLYING);
    run.classic = earlier.classic;
    run.reappliedFrom = earlier.uuid;
    return run;
  }

  /**
   * Creates an inspection of the classic API that processes data of a request; a conductor must
   * take it up within {@code limit}.
   */
  public static Inspection reappliedFromRequest(
      Node node, @Nullable String requestId, Instant now, Duration limit) {
    var run =
        new Inspection(node, Cause.REAPPLIED, "agent", requestId, now, limit, Stage.REAPPLYING);
    run.classic = true;
    return run;
  }

  /**
   * Creates an inspection whose data an operator has at hand; they must be accepted within {@code
   * limit}. A ramdisk sent them, no matter which interface the node has for later inspections.
   */
  public static Inspection ofData(
      Node node, @Nullable String requestId, Instant now, Duration limit) {
    return new Inspection(node, Cause.REQUESTED, "agent", requestId, now, limit, Stage.WAITING);
  }

  /**
   * Creates an inspection that took place in another installation and ended there: nothing is known
   * of its stages but the last one. Source: spec api.md 9.18.
   *
   * @param failure null when it was successful
   */
  public static Inspection imported(
      Node node, UUID uuid, @Nullable String requestId, Past past, @Nullable Failure failure) {
    var run =
        new Inspection(
            node,
            Cause.IMPORTED,
            "agent",
            requestId,
            past.finishedAt(),
            Duration.ZERO,
            failure == null ? Stage.FINISHED : Stage.ERROR);
    run.uuid = uuid;
    run.startedAt = past.startedAt();
    run.finishedAt = past.finishedAt();
    run.classic = true;
    if (failure != null) {
      run.errorCode = failure.code() == null ? null : failure.code().name();
      run.error = failure.sentence();
    }
    return run;
  }

  private Inspection(
      Node node,
      Cause cause,
      String inspectInterface,
      @Nullable String requestId,
      Instant now,
      Duration limit,
      Stage first) {
    this.uuid = UUID.randomUUID();
    this.nodeId = node.id();
    this.cause = cause.name().toLowerCase(Locale.ROOT);
    this.inspectInterface = inspectInterface;
    this.stage = first;
    enter(limit);
    this.startedAt = now;
    this.requestId = requestId;
    this.manageBoot = true;
    this.timeline = List.of(new Reached(first.wire(), now));
  }

  /** Records the span in which it was ordered, null for none; before it is stored. */
  void tracedBy(@Nullable String traceparent) {
    this.traceparent = traceparent;
  }

  /** The span in which it was ordered; empty when it was not traced. */
  public Optional<String> traceparent() {
    return Optional.ofNullable(traceparent);
  }

  /**
   * Starts an inspection anew that has not received its data, as the classic API allows; a
   * conductor must take it up within {@code limit}.
   */
  public void restart(boolean manageBoot, Instant now, Duration limit) {
    move(StageEvent.START, now, limit);
    this.manageBoot = manageBoot;
    startedAt = now;
  }

  /**
   * Records that the machine boots; data are due within {@code limit}, or at any time when that is
   * zero.
   */
  public void await(Instant now, Duration limit) {
    move(StageEvent.WAIT, now, limit);
  }

  /**
   * Records that the data were received and stored, as rules of phase early left them; a conductor
   * must take them up within {@code limit}.
   */
  public void accept(List<RuleRun> early, Instant now, Duration limit) {
    move(StageEvent.PROCESS, now, limit);
    trace = early.isEmpty() ? null : Trace.EMPTY.with(early);
  }

  /** Ends the inspection successfully. */
  public void finish(Trace done, Instant now) {
    move(StageEvent.FINISH, now, Duration.ZERO);
    end(done, now);
  }

  /** Ends an out-of-band inspection, which never waits for data: all remaining stages at once. */
  public void finishOutOfBand(Trace done, Instant now) {
    move(StageEvent.WAIT, now, Duration.ZERO);
    move(StageEvent.PROCESS, now, Duration.ZERO);
    finish(done, now);
  }

  /**
   * Records that a conductor takes up the current stage and must complete its work within {@code
   * limit}. When the stage is taken up again, for instance after another conductor died, the
   * deadline becomes no later.
   */
  public void begin(Duration limit) {
    if (secondsSinceBegin == null) {
      secondsSinceBegin = 0.0;
      stageSecondsLeft = seconds(limit);
    } else if (stageSecondsLeft != null) {
      stageSecondsLeft = Math.min(stageSecondsLeft, seconds(limit));
    }
  }

  /** Gives the current stage {@code limit} from now on, because it had to wait for others. */
  public void giveTime(Duration limit) {
    stageSecondsLeft = seconds(limit);
  }

  /**
   * Has the current stage wait for {@code limit} from now on, as if its command had just been sent:
   * what was begun of it could not go on.
   */
  public void postpone(Duration limit) {
    giveTime(limit);
    secondsSinceOrder = 0.0;
    secondsSinceBegin = null;
  }

  /** Aborts the inspection; a conductor must take up the power-off within {@code limit}. */
  public void abort(Instant now, Duration limit) {
    move(StageEvent.ABORT, now, limit);
  }

  /** Makes a failure of an inspection that had finished; its result stays. */
  public void abortFinished(String why, Instant now) {
    move(StageEvent.ABORT, now, Duration.ZERO);
    errorCode = ErrorCode.INSPECTION_ABORTED.name();
    error = why;
  }

  /**
   * Ends the inspection as failed: {@code event} is ERROR, TIMEOUT or ABORT_END; {@code why} is for
   * the operator.
   */
  public void fail(StageEvent event, ErrorCode code, String why, Trace done, Instant now) {
    move(event, now, Duration.ZERO);
    errorCode = code.name();
    error = why;
    end(done, now);
  }

  /** Records, for a failure, how long the current stage usually takes at most. */
  public void usually(Duration most) {
    usualSeconds = seconds(most);
  }

  /**
   * Stores the conductor's trace {@code done}, after the rules that ran when the data were
   * received.
   */
  private void end(Trace done, Instant now) {
    trace = new Trace(done.hooks(), trace().rules()).with(done.rules());
    finishedAt = now;
  }

  private void move(StageEvent event, Instant now, Duration limit) {
    var next =
        StageLifecycle.next(stage, event)
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.INVALID_STATE,
                        "Inspection %s is in stage %s, which has no event %s."
                            .formatted(uuid, stage.wire(), event)));
    var reached = new ArrayList<>(timeline);
    reached.add(new Reached(next.wire(), now));
    timeline = List.copyOf(reached);
    stage = next;
    enter(limit);
  }

  private void enter(Duration limit) {
    stageSecondsLeft = limit.isZero() ? null : seconds(limit);
    secondsSinceOrder = stage.needsCommand() ? 0.0 : null;
    secondsSinceBegin = null;
    reorders = 0;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  public long id() {
    return Objects.requireNonNull(id);
  }

  public UUID uuid() {
    return uuid;
  }

  /** The row number of the node. */
  public long nodeId() {
    return nodeId;
  }

  /** The cause as stored: "requested" ... */
  public String cause() {
    return cause;
  }

  /** True when the node was auto-discovered from the data. */
  public boolean discovered() {
    return cause.equals(Cause.DISCOVERED.name().toLowerCase(Locale.ROOT));
  }

  /** True when stored data are processed again. */
  public boolean reapplied() {
    return cause.equals(Cause.REAPPLIED.name().toLowerCase(Locale.ROOT));
  }

  /** True when it took place in another installation. */
  public boolean imported() {
    return cause.equals(Cause.IMPORTED.name().toLowerCase(Locale.ROOT));
  }

  /** The inspection whose data are processed again; null when it is none of these. */
  public @Nullable UUID reappliedFrom() {
    return reappliedFrom;
  }

  /** True when the classic API ordered it, or the inspection whose data are processed again. */
  public boolean classic() {
    return classic;
  }

  /**
   * True when the provision state of the node follows the inspection. It does not when the node was
   * auto-discovered, when stored data are processed again, and in the classic API.
   */
  public boolean movesNode() {
    return !discovered() && !reapplied() && !classic;
  }

  /**
   * True when {@code node} is still in the provision state in which conductors work on this
   * inspection.
   */
  public boolean isCurrentFor(Node node) {
    return !movesNode() || node.provisionState() == ProvisionState.INSPECTING;
  }

  /** True when its interface reads the data from the BMC. */
  public boolean asksOnlyTheBmc() {
    return BMC_INTERFACES.contains(inspectInterface);
  }

  /** True when a ramdisk sends or sent the data, by whomever the machine was booted. */
  public boolean bootsRamdisk() {
    return !asksOnlyTheBmc() && !reapplied();
  }

  /** True when conductors boot the machine and power it off; false when the operator does. */
  public boolean managesBoot() {
    return manageBoot;
  }

  /** True when it began with data that were at hand: no machine was powered on for it. */
  public boolean beganWithData() {
    return timeline.getFirst().stage().equals(Stage.WAITING.wire());
  }

  /** The inspect interface when the inspection began: "agent", "redfish" ... */
  public String inspectInterface() {
    return inspectInterface;
  }

  public Stage stage() {
    return stage;
  }

  /** The deadline of the stage when the row was read; null for no limit. */
  public @Nullable Instant stageDeadline() {
    return stageDeadline;
  }

  /**
   * The time that was left of the stage when the row was read; negative when overdue, empty for no
   * limit.
   */
  public Optional<Duration> timeLeft() {
    return Optional.ofNullable(stageSecondsLeft)
        .map(left -> Duration.ofMillis(Math.round(left * 1000)));
  }

  /** How long ago the stage's command was sent when the row was read; empty when it needs none. */
  public Optional<Duration> sinceOrder() {
    return Optional.ofNullable(secondsSinceOrder)
        .map(since -> Duration.ofMillis(Math.round(since * 1000)));
  }

  /** True when a conductor took up the current stage. */
  public boolean begun() {
    return secondsSinceBegin != null;
  }

  public Instant startedAt() {
    return startedAt;
  }

  public @Nullable Instant finishedAt() {
    return finishedAt;
  }

  /** The id of the request that began the inspection; null for none. */
  public @Nullable String requestId() {
    return requestId;
  }

  public List<Reached> timeline() {
    return timeline;
  }

  /** The trace as far as it is in this row: see {@link Traces}. */
  Trace trace() {
    return trace == null ? Trace.EMPTY : trace;
  }

  /** The stage that failed and how long it lasted; empty unless the inspection failed. */
  public Optional<Failed> failed() {
    var last = timeline.size() - 1;
    return stage == Stage.ERROR && last > 0
        ? Optional.of(new Failed(timeline.get(last - 1).stage(), lasted(last - 1), usualSeconds))
        : Optional.empty();
  }

  private double lasted(int place) {
    return seconds(Duration.between(timeline.get(place).at(), timeline.get(place + 1).at()));
  }

  /** The document that the trace is; empty when it is in this row. */
  Optional<Digest> traceDocument() {
    return Optional.ofNullable(traceDocument).map(Digest::stored);
  }

  /** The times of the hooks of that document, in their order. */
  int[] hookMicros() {
    return hookMicros == null ? new int[0] : hookMicros.clone();
  }

  /** Replaces the trace by {@code document}, which is the trace without the times of its hooks. */
  void traceIs(Digest document, int[] micros) {
    trace = null;
    traceDocument = document.bytes();
    hookMicros = micros.clone();
  }

  public @Nullable String errorCode() {
    return errorCode;
  }

  public @Nullable String error() {
    return error;
  }
}
