/** The launcher that a checkout and the Debian package have in common. */
@NullMarked
package dev.assay.deployment.launcher;

import org.jspecify.annotations.NullMarked;
