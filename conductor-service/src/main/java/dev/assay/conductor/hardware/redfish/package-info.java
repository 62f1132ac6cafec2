/**
 * A small typed Redfish client, and the driver on top of it. The client knows power, the boot
 * override and what {@code RedfishDriver} reads; of Assay it uses only the error type and the
 * bounded HTTP client, so that it can be published on its own. Source: DMTF DSP0266 (protocol),
 * DSP0268 (schemas), spec conductor.md 8.
 */
@NullMarked
package dev.assay.conductor.hardware.redfish;

import org.jspecify.annotations.NullMarked;
