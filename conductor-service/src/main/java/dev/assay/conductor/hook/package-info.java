/** The hooks that come with the service, and the pipeline they run in. Source: spec hooks.md. */
@NullMarked
package dev.assay.conductor.hook;

import org.jspecify.annotations.NullMarked;
