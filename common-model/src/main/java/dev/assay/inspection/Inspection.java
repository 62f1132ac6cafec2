package dev.assay.inspection;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.node.Node;
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
    OUT_OF_BAND
  }

  /** A stage that was reached, and when. */
  public record Reached(String stage, Instant at) {}

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

  @Column(name = "started_at", updatable = false)
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

  @Column(name = "error_code")
  private @Nullable String errorCode;

  private @Nullable String error;

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
    this.timeline = List.of(new Reached(first.wire(), now));
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
   * limit}. The deadline does not change when the stage is taken up again, for instance after
   * another conductor died.
   */
  public void begin(Duration limit) {
    if (secondsSinceBegin == null) {
      secondsSinceBegin = 0.0;
      stageSecondsLeft = seconds(limit);
    }
  }

  /** Gives the current stage {@code limit} from now on, because it had to wait for others. */
  public void giveTime(Duration limit) {
    stageSecondsLeft = seconds(limit);
  }

  /** Aborts the inspection; a conductor must take up the power-off within {@code limit}. */
  public void abort(Instant now, Duration limit) {
    move(StageEvent.ABORT, now, limit);
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

  /**
   * True when the node was auto-discovered from the data: then its provision state does not follow
   * the inspection.
   */
  public boolean discovered() {
    return cause.equals(Cause.DISCOVERED.name().toLowerCase(Locale.ROOT));
  }

  /**
   * True when its interface reads the data from the BMC: the machine is neither powered nor booted.
   */
  public boolean asksOnlyTheBmc() {
    return BMC_INTERFACES.contains(inspectInterface);
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

  public Trace trace() {
    return trace == null ? Trace.EMPTY : trace;
  }

  public @Nullable String errorCode() {
    return errorCode;
  }

  public @Nullable String error() {
    return error;
  }
}
