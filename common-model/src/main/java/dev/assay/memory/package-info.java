/** How much heap payloads may take, all together, in this process. */
@NullMarked
package dev.assay.memory;

import org.jspecify.annotations.NullMarked;
