/**
 * The BMC of one or more simulated machines: a small Redfish service over HTTP, with or without
 * TLS.
 *
 * <p>Source: DSP0266 for the protocol, DSP0268 for the resources, the Base registry for messages.
 */
@NullMarked
package dev.assay.simulator.bmc;

import org.jspecify.annotations.NullMarked;
