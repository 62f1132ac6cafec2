/**
 * The one place that speaks to RabbitMQ: connections with TLS, a publisher with confirms, consumers
 * that come back after any loss. What a message means is none of its business.
 */
@NullMarked
package dev.assay.broker;

import org.jspecify.annotations.NullMarked;
