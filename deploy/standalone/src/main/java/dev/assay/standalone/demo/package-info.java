/** A simulated rack, enrolled and inspected before the eyes of whoever tries Assay. */
@NullMarked
package dev.assay.standalone.demo;

import org.jspecify.annotations.NullMarked;
