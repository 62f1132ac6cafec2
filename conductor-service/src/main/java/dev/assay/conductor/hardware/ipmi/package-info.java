/**
 * Driver ipmi: runs the program ipmitool, one process for each command. Source: IPMI v2.0 28
 * (chassis commands), spec api.md 20, conductor.md 12.
 */
@NullMarked
package dev.assay.conductor.hardware.ipmi;

import org.jspecify.annotations.NullMarked;
