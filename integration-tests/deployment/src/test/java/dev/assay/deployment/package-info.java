/**
 * Starts what the folder {@code deploy} contains, as its users do, and checks what they rely on.
 */
@NullMarked
package dev.assay.deployment;

import org.jspecify.annotations.NullMarked;
