package dev.assay.node;

import dev.assay.hardware.PowerState;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.ColumnTransformer;
import org.hibernate.sql.Template;
import org.jspecify.annotations.Nullable;

/**
 * Operations ordered for a node besides its inspection: verify it, clean it, change its power,
 * switch it off after an inspection. These columns let a lost command be sent again and overdue
 * work fail. Times are by the database clock. Source: docs/decisions/0022.
 */
@Embeddable
public class PendingWork {
  /** The alias of the row, which Hibernate does not add by itself to columns of an embeddable. */
  private static final String ROW = Template.TEMPLATE + ".";

  /** The requested power change; target_power_state is the state it leads to. */
  @Column(name = "power_change")
  private @Nullable String powerChange;

  @Column(name = "power_timeout_seconds")
  private @Nullable Long powerTimeoutSeconds;

  @Column(name = "power_off_after")
  private @Nullable UUID powerOffAfter;

  /** Seconds since the command was sent; null when there is no work. */
  @Column(name = "ordered_at")
  @ColumnTransformer(
      read = "date_part('epoch', clock_timestamp() - " + ROW + "ordered_at)",
      write = "clock_timestamp() - ? * interval '1 s'")
  private @Nullable Double secondsSinceOrder;

  @Column(name = "reorders")
  private int reorders;

  @Column(name = "work_deadline")
  @ColumnTransformer(
      read = "date_part('epoch', " + ROW + "work_deadline - clock_timestamp())",
      write = "clock_timestamp() + ? * interval '1 s'")
  private @Nullable Double secondsLeft;

  protected PendingWork() {}

  /**
   * Records that a command was sent: its work, and all other pending work, fails after {@code
   * limit}.
   */
  public void ordered(Duration limit) {
    secondsSinceOrder = 0.0;
    reorders = 0;
    secondsLeft = limit.toMillis() / 1000.0;
  }

  /** The power change that was ordered and has not ended. */
  public Optional<PowerState> powerChange() {
    return Optional.ofNullable(powerChange).flatMap(PowerState::ofWire);
  }

  /** The inspection after which power is to be switched off. */
  public Optional<UUID> powerOffAfter() {
    return Optional.ofNullable(powerOffAfter);
  }

  /**
   * The time that was left until the deadline when the row was read; negative when overdue, empty
   * when there is no work.
   */
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

  /** Clears all pending work. */
  void forget() {
    powerChangeIsOver();
    powerOffAfter = null;
    secondsSinceOrder = null;
    reorders = 0;
    secondsLeft = null;
  }
}
