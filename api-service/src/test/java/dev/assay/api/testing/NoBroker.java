package dev.assay.api.testing;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** There is no broker: nothing of what HTTP clients see needs one. */
public final class NoBroker implements QuarkusTestResourceLifecycleManager {
  @Override
  public Map<String, String> start() {
    return Map.of("assay.broker.port", "1", "quarkus.http.host", "127.0.0.1");
  }

  @Override
  public void stop() {}
}
