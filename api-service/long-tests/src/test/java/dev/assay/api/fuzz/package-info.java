/** Random requests of our own making against every endpoint: what must hold whatever comes. */
@NullMarked
package dev.assay.api.fuzz;

import org.jspecify.annotations.NullMarked;
