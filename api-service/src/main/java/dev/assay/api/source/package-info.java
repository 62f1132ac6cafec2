/** From where a request comes, and how many may come from there. Source: design 2 (8). */
@NullMarked
package dev.assay.api.source;

import org.jspecify.annotations.NullMarked;
