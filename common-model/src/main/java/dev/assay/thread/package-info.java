/** How the processes use threads. */
@NullMarked
package dev.assay.thread;

import org.jspecify.annotations.NullMarked;
