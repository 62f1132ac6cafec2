/** Tests of the checks of an installation. */
@NullMarked
package dev.assay.standalone.deployment;

import org.jspecify.annotations.NullMarked;
