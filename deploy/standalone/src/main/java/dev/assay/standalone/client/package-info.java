/** A small client of the Bare Metal API, for the commands of the launcher. */
@NullMarked
package dev.assay.standalone.client;

import org.jspecify.annotations.NullMarked;
