/** Whom to trust. One HTTP client for each way to trust. */
@NullMarked
package dev.assay.redfish.tls;

import org.jspecify.annotations.NullMarked;
