/**
 * Requests that a conductor processes while the client waits. Source: spec api.md 10.4,
 * docs/decisions/0009.
 */
@NullMarked
package dev.assay.api.management;

import org.jspecify.annotations.NullMarked;
