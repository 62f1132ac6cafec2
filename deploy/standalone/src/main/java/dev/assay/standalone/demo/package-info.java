/** The demo: enrols and inspects a simulated rack and shows the progress. */
@NullMarked
package dev.assay.standalone.demo;

import org.jspecify.annotations.NullMarked;
