/** TLS on the port of the API. */
@NullMarked
package dev.assay.api.tls;

import org.jspecify.annotations.NullMarked;
