package dev.assay.api.testing;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/**
 * There is no broker, and no look for what it would tell: nothing that HTTP clients see needs it.
 */
public final class NoBroker implements QuarkusTestResourceLifecycleManager {
  @Override
  public Map<String, String> start() {
    return Map.of(
        "assay.broker.port",
        "1",
        "quarkus.http.host",
        "127.0.0.1",
        "assay.inspection-rules.reconcile-interval",
        "1h");
  }

  @Override
  public void stop() {}
}
