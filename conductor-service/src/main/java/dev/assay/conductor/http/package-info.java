/** HTTP requests to other hosts, with limits. */
@NullMarked
package dev.assay.conductor.http;

import org.jspecify.annotations.NullMarked;
