/** Bounds long responses: the memory they take, and clients that read them too slowly. */
@NullMarked
package dev.assay.api.response;

import org.jspecify.annotations.NullMarked;
