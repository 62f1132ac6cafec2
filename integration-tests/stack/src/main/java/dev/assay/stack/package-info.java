/**
 * Starts the real servers that a test or benchmark needs, as child processes on loopback, and stops
 * them: PostgreSQL, RabbitMQ, and the packaged services of this project.
 */
@NullMarked
package dev.assay.stack;

import org.jspecify.annotations.NullMarked;
