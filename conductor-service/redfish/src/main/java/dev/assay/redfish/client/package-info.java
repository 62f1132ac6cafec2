/**
 * Speaks Redfish with BMCs: logs in, follows redirects and pages, retries, and gives up in time.
 * Source: DMTF DSP0266.
 */
@NullMarked
package dev.assay.redfish.client;

import org.jspecify.annotations.NullMarked;
