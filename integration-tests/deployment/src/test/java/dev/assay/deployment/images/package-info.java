/** The images of the services. */
@NullMarked
package dev.assay.deployment.images;

import org.jspecify.annotations.NullMarked;
