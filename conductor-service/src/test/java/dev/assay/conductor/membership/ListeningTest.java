package dev.assay.conductor.membership;

import dev.assay.registration.ConductorConfig;
import dev.assay.testing.ListeningContract;

class ListeningTest extends ListeningContract<ConductorConfig> {
  ListeningTest() {
    super(ConductorConfig.class, "assay.conductor.http-host", ConductorConfig::httpHost);
  }
}
