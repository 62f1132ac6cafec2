/** Where the events of inspections are sent, and how far. Source: spec api.md 9.16. */
@NullMarked
package dev.assay.webhook;

import org.jspecify.annotations.NullMarked;
