/** What all periodic tasks of a conductor have in common. */
@NullMarked
package dev.assay.conductor.periodic;

import org.jspecify.annotations.NullMarked;
