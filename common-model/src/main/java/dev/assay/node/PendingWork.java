package dev.assay.node;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.ColumnTransformer;
import org.jspecify.annotations.Nullable;

/**
 * What conductors have been told to do with a node beside its inspection: verify it, clean it,
 * change its power, switch it off after an inspection. By this row the command is sent again when
 * it got lost, and the work fails when nobody ends it in time. Times are by the clock of the
 * database. Source: docs/decisions/0022.
 */
@Embeddable
public class PendingWork {
  /** What was asked for; target_power_state is what it leads to. */
  @Column(name = "power_change")
  private @Nullable String powerChange;

  @Column(name = "power_timeout_seconds")
  private @Nullable Long powerTimeoutSeconds;

  @Column(name = "power_off_after")
  private @Nullable UUID powerOffAfter;

  /** Seconds since the command was sent; null when there is no work. */
  @Column(name = "ordered_at")
  @ColumnTransformer(
      read = "date_part('epoch', clock_timestamp() - ordered_at)",
      write = "clock_timestamp() - ? * interval '1 s'")
  private @Nullable Double secondsSinceOrder;

  @Column(name = "reorders")
  private int reorders;

  @Column(name = "work_deadline")
  @ColumnTransformer(
      read = "date_part('epoch', work_deadline - clock_timestamp())",
      write = "clock_timestamp() + ? * interval '1 s'")
  private @Nullable Double secondsLeft;

  protected PendingWork() {}

  /** A command was sent: the work, and all other that is pending, fails after {@code limit}. */
  public void ordered(Duration limit) {
    secondsSinceOrder = 0.0;
    reorders = 0;
    secondsLeft = limit.toMillis() / 1000.0;
  }

  /** The power change that was ordered and is not over. */
  public Optional<PowerState> powerChange() {
    return Optional.ofNullable(powerChange).flatMap(PowerState::ofWire);
  }

  /** The inspection because of which power is to go off. */
  public Optional<UUID> powerOffAfter() {
    return Optional.ofNullable(powerOffAfter);
  }

  /** What was left when the row was read; negative when overdue, empty when there is no work. */
  public Optional<Duration> timeLeft() {
    return Optional.ofNullable(secondsLeft).map(left -> Duration.ofMillis(Math.round(left * 1000)));
  }

  void changePower(PowerState target, Duration timeout) {
    powerChange = target.wire();
    powerTimeoutSeconds = timeout.toSeconds();
    powerOffAfter = null;
  }

  void powerChangeIsOver() {
    powerChange = null;
    powerTimeoutSeconds = null;
  }

  void powerOffAfter(@Nullable UUID inspection) {
    powerOffAfter = inspection;
  }

  void forgetOrderIfIdle(boolean working) {
    if (!working && powerOffAfter == null && secondsLeft != null) {
      forget();
    }
  }

  /** Whatever was ordered is wanted no more. */
  void forget() {
    powerChangeIsOver();
    powerOffAfter = null;
    secondsSinceOrder = null;
    reorders = 0;
    secondsLeft = null;
  }
}
