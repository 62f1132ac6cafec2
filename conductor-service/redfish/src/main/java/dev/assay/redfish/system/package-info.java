/** Power, boot and virtual media of one system. Source: DSP0268. */
@NullMarked
package dev.assay.redfish.system;

import org.jspecify.annotations.NullMarked;
