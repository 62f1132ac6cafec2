/**
 * What a switch says of itself and of a port in LLDP: TLVs as values, read without trust, and the
 * keys of plugin data they become. Source: spec hooks.md 15, IEEE 802.1AB, ANSI/TIA-1057.
 */
@NullMarked
package dev.assay.conductor.hook.lldp;

import org.jspecify.annotations.NullMarked;
