/** The client that operators have already, unmodified, against the running service. */
@NullMarked
package dev.assay.client;

import org.jspecify.annotations.NullMarked;
