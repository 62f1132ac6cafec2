package dev.assay.pxefilter.membership;

import dev.assay.testing.ListeningContract;

class ListeningTest extends ListeningContract<PxeFilterConfig> {
  ListeningTest() {
    super(PxeFilterConfig.class, "assay.pxe-filter.http-host", PxeFilterConfig::httpHost);
  }
}
