/**
 * Turns what a Redfish service reports about a machine into an inventory of the form that ramdisks
 * send. Source: spec conductor.md 8, api.md 15, DSP0268.
 */
@NullMarked
package dev.assay.redfish.inventory;

import org.jspecify.annotations.NullMarked;
