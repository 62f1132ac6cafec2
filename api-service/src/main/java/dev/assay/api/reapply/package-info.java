/** Orders to process the stored data of many nodes again. An extension of Assay. */
@NullMarked
package dev.assay.api.reapply;

import org.jspecify.annotations.NullMarked;
