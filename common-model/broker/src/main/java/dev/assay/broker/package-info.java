/**
 * The only access to RabbitMQ: connections with TLS, a publisher with confirms, and consumers that
 * reconnect after any loss. It does not interpret messages.
 */
@NullMarked
package dev.assay.broker;

import org.jspecify.annotations.NullMarked;
