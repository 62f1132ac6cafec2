/** HTTP requests to other hosts, with limits. */
@NullMarked
package dev.assay.http;

import org.jspecify.annotations.NullMarked;
