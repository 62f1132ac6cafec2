/** Which threads work is done on. */
@NullMarked
package dev.assay.thread;

import org.jspecify.annotations.NullMarked;
