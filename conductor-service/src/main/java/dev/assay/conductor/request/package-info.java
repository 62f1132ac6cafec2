/**
 * Handles requests while a client waits for the reply. Source: spec conductor.md 1.1,
 * docs/decisions/0009.
 */
@NullMarked
package dev.assay.conductor.request;

import org.jspecify.annotations.NullMarked;
