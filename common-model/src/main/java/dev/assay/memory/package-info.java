/** Limits the heap that all payloads together take in this process. */
@NullMarked
package dev.assay.memory;

import org.jspecify.annotations.NullMarked;
