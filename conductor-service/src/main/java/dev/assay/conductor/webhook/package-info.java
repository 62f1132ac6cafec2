/** Sends the events of inspections to webhooks. Source: spec api.md 9.16. */
@NullMarked
package dev.assay.conductor.webhook;

import org.jspecify.annotations.NullMarked;
