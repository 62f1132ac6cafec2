/** The systemd units, and the Debian package that brings them to a host. */
@NullMarked
package dev.assay.deployment.debian;

import org.jspecify.annotations.NullMarked;
