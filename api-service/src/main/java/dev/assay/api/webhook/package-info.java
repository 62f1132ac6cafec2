/** Webhooks for clients: where the events of inspections are sent. An extension of Assay. */
@NullMarked
package dev.assay.api.webhook;

import org.jspecify.annotations.NullMarked;
