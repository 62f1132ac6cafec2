/** Receives the bodies of requests, bounded in size, time and memory, and reads their JSON. */
@NullMarked
package dev.assay.api.body;

import org.jspecify.annotations.NullMarked;
