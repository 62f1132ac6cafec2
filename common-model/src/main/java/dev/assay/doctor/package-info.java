/** What is checked about a node before anything is powered on. Source: docs/spec/api.md 9.10. */
@NullMarked
package dev.assay.doctor;

import org.jspecify.annotations.NullMarked;
