/**
 * The drivers {@code redfish} and {@code idrac}, which any host of Assay's plug-ins can load: they
 * need the plug-in API and no other part of Assay. Below are what they are made of: {@code client}
 * speaks the protocol, {@code system} commands a machine, {@code inventory} reads what it consists
 * of. Source: DMTF DSP0266 (protocol), DSP0268 (schemas), spec conductor.md 8.
 */
@NullMarked
package dev.assay.redfish;

import org.jspecify.annotations.NullMarked;
