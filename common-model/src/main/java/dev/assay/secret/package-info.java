/** How secrets are encrypted in the database, and where the keys come from. */
@NullMarked
package dev.assay.secret;

import org.jspecify.annotations.NullMarked;
