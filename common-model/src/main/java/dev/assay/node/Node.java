package dev.assay.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.storedjson.StoredJson;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.hibernate.annotations.DynamicUpdate;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/**
 * The JPA entity of a bare metal node. Its provision state changes only through {@link #move},
 * which follows {@link ProvisionLifecycle} and applies the field effects of spec state-machine.md
 * 2.
 */
@Entity(name = "Node")
@DynamicUpdate
@SuppressWarnings("NullAway.Init") // filled by the persistence provider or by the constructor
public class Node {
  /** The fault of a node whose BMC could not be asked for the power state. */
  public static final String POWER_FAILURE = "power failure";

  /** The HQL expression of {@link #state}, for a node {@code n}. */
  static final String STATE = "concat(n.version, ' ', coalesce(n.reservation, ''))";

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  @Column(updatable = false)
  private UUID uuid;

  @Embedded private NodeAttributes attributes;

  @Column(name = "provision_state")
  private ProvisionState provisionState;

  @Column(name = "target_provision_state")
  private @Nullable ProvisionState targetProvisionState;

  @Column(name = "provision_updated_at")
  private @Nullable Instant provisionUpdatedAt;

  @Column(name = "power_state")
  private @Nullable String powerState;

  @Column(name = "target_power_state")
  private @Nullable String targetPowerState;

  @Embedded private PendingWork work = new PendingWork();

  @Column(name = "last_error")
  private @Nullable String lastError;

  @Column(name = "maintenance_reason")
  private @Nullable String maintenanceReason;

  private @Nullable String fault;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  @Column(name = "driver_internal_info")
  private ObjectNode driverInternalInfo;

  @Column(name = "agent_token_hash")
  private @Nullable String agentTokenHash;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  private List<String> traits;

  @Column(name = "inspection_started_at")
  private @Nullable Instant inspectionStartedAt;

  @Column(name = "inspection_finished_at")
  private @Nullable Instant inspectionFinishedAt;

  @Column(name = "boot_mode")
  private @Nullable String bootMode;

  @Column(name = "secure_boot")
  private @Nullable Boolean secureBoot;

  /** Host of {@link BmcIdentity}: driver_info itself is encrypted. */
  @Column(name = "bmc_host")
  private @Nullable String bmcHost;

  @Column(name = "auto_discovered", updatable = false)
  private boolean autoDiscovered;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  @Column(name = "updated_at")
  private @Nullable Instant updatedAt;

  /** The current holder of the node's lease. */
  @Formula(
      "(select l.holder from lease l where l.name = 'node/' || `uuid` and l.expires_at > now())")
  private @Nullable String reservation;

  @Formula(RowStates.VERSION)
  private @Nullable String version;

  protected Node() {}

  /** A new node in {@code state}: enroll, or available for clients before API 1.11. */
  public Node(
      NodeId uuid,
      NodeAttributes attributes,
      ProvisionState state,
      boolean discovered,
      Instant now) {
    this.uuid = uuid.uuid();
    this.attributes = attributes.of(this.uuid);
    this.bmcHost = bmcHost(this.attributes);
    this.provisionState = state;
    this.driverInternalInfo = StoredJson.object();
    this.traits = List.of();
    this.autoDiscovered = discovered;
    this.createdAt = now;
  }

  /**
   * Applies {@code event}: takes the transition from {@link ProvisionLifecycle} with its field
   * effects. INVALID_STATE, and nothing changed, when there is none. Also cancels a pending
   * power-off after the previous inspection.
   */
  public void move(ProvisionEvent event, Instant now) {
    var move = ProvisionLifecycle.next(provisionState, event).orElseThrow(() -> refused(event));
    provisionState = move.to();
    targetProvisionState = move.target();
    provisionUpdatedAt = now;
    if (move.work()) {
      lastError = null;
    }
    switch (move.to()) {
      case INSPECTING -> {
        inspectionStartedAt = now;
        inspectionFinishedAt = null;
      }
      case MANAGEABLE -> {
        if (move.from() == ProvisionState.INSPECTING
            || move.from() == ProvisionState.INSPECT_WAIT) {
          inspectionStartedAt = null;
          inspectionFinishedAt = now;
        }
      }
      case INSPECT_FAILED -> inspectionStartedAt = null;
      default -> {}
    }
    powerOffIsOver();
    updatedAt = now;
  }

  private AssayException refused(ProvisionEvent event) {
    return new AssayException(
        ErrorCode.INVALID_STATE,
        "The requested action \"%s\" can not be performed on node \"%s\" while it is in state \"%s\"."
            .formatted(event.wire(), uuid, provisionState.wire()));
  }

  /** Sets last_error, the error text for the operator; null clears it. */
  public void fail(@Nullable String text, Instant now) {
    lastError = text;
    updatedAt = now;
  }

  /**
   * Replaces the attributes that a client may set; leaving maintenance clears its reason and fault.
   */
  public void update(NodeAttributes changed, Instant now) {
    if (attributes().maintenance() && !changed.maintenance()) {
      maintenanceReason = null;
      fault = null;
    }
    if (changed.instanceUuid() != null
        && !changed.instanceUuid().equals(attributes.instanceUuid())) {
      powerOffIsOver();
    }
    var sameDriverInfo = changed.secretDriverInfo().equals(attributes.secretDriverInfo());
    attributes = changed.replacing(attributes).of(uuid);
    if (!sameDriverInfo) {
      bmcHost = bmcHost(attributes);
    }
    updatedAt = now;
  }

  private static @Nullable String bmcHost(NodeAttributes attributes) {
    return BmcIdentity.of(attributes.driverInfo()).map(BmcIdentity::host).orElse(null);
  }

  /**
   * Switches maintenance on, with a reason, or off. Clears the fault: a maintenance that a fault
   * began no longer ends by itself.
   */
  public void maintain(boolean on, @Nullable String reason, Instant now) {
    update(attributes.withMaintenance(on), now);
    maintenanceReason = on ? reason : null;
    fault = null;
  }

  /** Enters maintenance with fault {@link #POWER_FAILURE}; the power state is unknown. */
  public void powerFailed(String why, Instant now) {
    maintain(true, why, now);
    fault = POWER_FAILURE;
    powerState = null;
  }

  /** Sets the power state that the BMC reported; null when it is unknown. */
  public void powerIs(@Nullable PowerState state, Instant now) {
    powerState = state == null ? null : state.wire();
    updatedAt = now;
  }

  /**
   * Records that a power change was ordered, which may take as long as {@code timeout}. Clears
   * last_error, and replaces any earlier order.
   */
  public void powerShallBe(PowerState target, Duration timeout, Instant now) {
    targetPowerState = target.reached().wire();
    work.changePower(target, timeout);
    lastError = null;
    updatedAt = now;
  }

  /** Records that the power change ended, successfully or not. */
  public void powerChangeIsOver(Instant now) {
    targetPowerState = null;
    work.powerChangeIsOver();
    forgetOrderIfIdle();
    updatedAt = now;
  }

  /**
   * Records that power is to be switched off because {@code inspection} is over. A provision verb,
   * a power change or a new instance cancels this.
   */
  public void powerOffAfter(UUID inspection) {
    work.powerOffAfter(inspection);
  }

  /** Records that the power-off after an inspection was done or cancelled. */
  public void powerOffIsOver() {
    work.powerOffAfter(null);
    forgetOrderIfIdle();
  }

  /** Clears all pending work except an inspection. */
  public void workIsOver() {
    work.forget();
  }

  /** The pending work on the node besides an inspection. */
  public PendingWork work() {
    return work;
  }

  private void forgetOrderIfIdle() {
    work.forgetOrderIfIdle(
        provisionState == ProvisionState.VERIFYING
            || provisionState == ProvisionState.CLEANING
            || targetPowerState != null);
  }

  /**
   * Sets boot mode ("uefi", "bios") and secure boot as the BMC reported them; null when it did not.
   */
  public void bootsIn(@Nullable String mode, @Nullable Boolean secure) {
    bootMode = mode;
    secureBoot = secure;
  }

  /** Edits a copy of driver_internal_info and stores it. */
  public void note(Consumer<ObjectNode> edit) {
    var copy = driverInternalInfo.deepCopy();
    edit.accept(copy);
    if (!copy.equals(driverInternalInfo)) {
      driverInternalInfo = copy;
    }
  }

  /**
   * Stores the hash of a new agent token; null removes the token and what is known of the agent.
   */
  public void agentToken(@Nullable String hash) {
    agentTokenHash = hash;
    note(
        info -> {
          if (hash == null) {
            info.remove(
                List.of(
                    "agent_url", "agent_secret_token", "agent_verify_ca", "agent_last_heartbeat"));
          } else {
            info.put("agent_secret_token", "******");
          }
        });
  }

  /** Replaces the traits; stores the names sorted and without duplicates. */
  public void carry(Collection<String> names) {
    traits = names.stream().distinct().sorted().toList();
  }

  /** The row's number, which orders nodes by creation. */
  public long id() {
    return Objects.requireNonNull(id);
  }

  public NodeId uuid() {
    return new NodeId(uuid);
  }

  public NodeAttributes attributes() {
    return attributes.of(uuid);
  }

  public ProvisionState provisionState() {
    return provisionState;
  }

  public @Nullable ProvisionState targetProvisionState() {
    return targetProvisionState;
  }

  public @Nullable Instant provisionUpdatedAt() {
    return provisionUpdatedAt;
  }

  /** The name in JSON: "power on", "power off", "error"; null when unknown. */
  public @Nullable String powerState() {
    return powerState;
  }

  public @Nullable String targetPowerState() {
    return targetPowerState;
  }

  public @Nullable String lastError() {
    return lastError;
  }

  public @Nullable String maintenanceReason() {
    return maintenanceReason;
  }

  public @Nullable String fault() {
    return fault;
  }

  /** Not to be changed in place. */
  public ObjectNode driverInternalInfo() {
    return driverInternalInfo;
  }

  public @Nullable String agentTokenHash() {
    return agentTokenHash;
  }

  /** Names, sorted. */
  public List<String> traits() {
    return traits;
  }

  public @Nullable Instant inspectionStartedAt() {
    return inspectionStartedAt;
  }

  public @Nullable Instant inspectionFinishedAt() {
    return inspectionFinishedAt;
  }

  public @Nullable String bootMode() {
    return bootMode;
  }

  public @Nullable Boolean secureBoot() {
    return secureBoot;
  }

  public boolean autoDiscovered() {
    return autoDiscovered;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public @Nullable Instant updatedAt() {
    return updatedAt;
  }

  /** The conductor that holds the node's lease; null when nobody does. */
  public @Nullable String reservation() {
    return reservation;
  }

  /** The version of the row; null for a new one. */
  @Nullable String version() {
    return version;
  }

  /** Changes with the row and with the reservation; for {@link RowStates}. */
  public String state() {
    return Objects.requireNonNull(version, "not read from the database")
        + " "
        + Objects.requireNonNullElse(reservation, "");
  }
}
