/** Tests of the servers that tests use: what is started runs, and what is stopped is gone. */
@NullMarked
package dev.assay.stack;

import org.jspecify.annotations.NullMarked;
