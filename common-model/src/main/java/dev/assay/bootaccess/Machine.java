package dev.assay.bootaccess;

import dev.assay.id.MacAddress;
import dev.assay.inspection.Stage;
import dev.assay.node.ProvisionState;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the database says about the machine that has a port of this address.
 *
 * @param conductorGroup empty for none
 * @param clientId {@code extra["client-id"]} of the port: of InfiniBand cards
 * @param inspection the running inspection of its node
 */
public record Machine(
    MacAddress address,
    UUID node,
    ProvisionState state,
    String conductorGroup,
    @Nullable String clientId,
    @Nullable Running inspection) {
  /**
   * An inspection that has not ended.
   *
   * @param discovered whether its node was made of the data, and is in enroll meanwhile
   * @param classic whether the classic API started it; its node may be in any state
   */
  public record Running(String inspectInterface, Stage stage, boolean discovered, boolean classic) {
    private boolean fits(ProvisionState state) {
      if (classic) {
        return true;
      }
      return discovered
          ? state == ProvisionState.ENROLL
          : state == ProvisionState.INSPECTING || state == ProvisionState.INSPECT_WAIT;
    }
  }

  /** True while a ramdisk is to boot, boots or runs because of an inspection. */
  boolean onInspection() {
    return inspection != null
        && inspection.fits(state)
        && switch (inspection.stage) {
          case STARTING, WAITING, PROCESSING, ENROLLING -> true;
          case FINISHED, ERROR, REAPPLYING, ABORTING -> false;
        };
  }
}
