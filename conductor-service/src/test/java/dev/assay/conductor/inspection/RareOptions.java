package dev.assay.conductor.inspection;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** Options that do not affect each other, so that test classes can share an application. */
public final class RareOptions implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "assay.inventory.data-backend", "none",
        "assay.inspector.interrupted", "fail",
        "assay.conductor.force-power-state-during-sync", "true");
  }
}
