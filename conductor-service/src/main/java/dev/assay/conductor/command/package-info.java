/** Commands come in here, from the broker or within the process. Source: design 2. */
@NullMarked
package dev.assay.conductor.command;

import org.jspecify.annotations.NullMarked;
