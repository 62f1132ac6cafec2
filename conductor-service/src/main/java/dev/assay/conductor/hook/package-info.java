/** The hooks that come with the service. Source: spec hooks.md. */
@NullMarked
package dev.assay.conductor.hook;

import org.jspecify.annotations.NullMarked;
