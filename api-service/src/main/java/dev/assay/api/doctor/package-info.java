/** Checks nodes and the service before anything is powered on. Source: docs/spec/api.md 9.10. */
@NullMarked
package dev.assay.api.doctor;

import org.jspecify.annotations.NullMarked;
