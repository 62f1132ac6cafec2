package dev.assay.node;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The provision states with their names in JSON. Assay moves nodes only between those of {@link
 * ProvisionLifecycle}; the others exist so that filters and imported rows keep their meaning.
 * Source: spec state-machine.md 1.1 and 1.3.
 */
public enum ProvisionState {
  /** Known, not verified; auto-discovered nodes start here. */
  ENROLL("enroll"),
  /** The BMC's credentials are being checked. */
  VERIFYING("verifying"),
  /** Verified, not available for use. */
  MANAGEABLE("manageable"),
  /** A conductor works: it starts the inspection or processes received data. */
  INSPECTING("inspecting"),
  /** The ramdisk boots and collects; nobody holds the node's lease. */
  INSPECT_WAIT("inspect wait"),
  /** The last inspection failed; last_error says why. */
  INSPECT_FAILED("inspect failed"),
  /** A transitional state on the way to available. */
  CLEANING("cleaning"),
  /** Cleaning was interrupted. */
  CLEAN_FAILED("clean failed"),
  /** Ready for use. */
  AVAILABLE("available"),
  /** From imported databases only. */
  ADOPT_FAILED("adopt failed"),

  ACTIVE("active"),
  ADOPTING("adopting"),
  CLEAN_HOLD("clean hold"),
  CLEAN_WAIT("clean wait"),
  DELETING("deleting"),
  DEPLOY_FAILED("deploy failed"),
  DEPLOY_HOLD("deploy hold"),
  DEPLOYING("deploying"),
  ERROR("error"),
  RESCUE("rescue"),
  RESCUE_FAILED("rescue failed"),
  RESCUE_WAIT("rescue wait"),
  RESCUING("rescuing"),
  SERVICE_FAILED("service failed"),
  SERVICE_HOLD("service hold"),
  SERVICE_WAIT("service wait"),
  SERVICING("servicing"),
  UNRESCUE_FAILED("unrescue failed"),
  UNRESCUING("unrescuing"),
  WAIT_CALL_BACK("wait call-back");

  private static final Map<String, ProvisionState> BY_WIRE =
      Arrays.stream(values()).collect(Collectors.toMap(ProvisionState::wire, Function.identity()));

  private final String wire;

  ProvisionState(String wire) {
    this.wire = wire;
  }

  /** The exact string in JSON and in the database. */
  public String wire() {
    return wire;
  }

  /** Looks up a state by its name; empty when there is none. */
  public static Optional<ProvisionState> ofWire(String name) {
    return Optional.ofNullable(BY_WIRE.get(name));
  }

  /** Stores a state by its name. */
  @Converter(autoApply = true)
  public static final class Column implements AttributeConverter<ProvisionState, String> {
    @Override
    public @Nullable String convertToDatabaseColumn(@Nullable ProvisionState state) {
      return state == null ? null : state.wire();
    }

    @Override
    public @Nullable ProvisionState convertToEntityAttribute(@Nullable String name) {
      return name == null ? null : ofWire(name).orElseThrow();
    }
  }
}
