/** Encrypts secrets in the database, and manages the key file. */
@NullMarked
package dev.assay.secret;

import org.jspecify.annotations.NullMarked;
