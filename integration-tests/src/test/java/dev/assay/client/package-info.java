/** Tests of the unmodified client that operators already have, against the running service. */
@NullMarked
package dev.assay.client;

import org.jspecify.annotations.NullMarked;
