/**
 * Moves the bodies of documents between database and object store, and deletes objects that nothing
 * refers to. Source: docs/decisions/0053.
 */
@NullMarked
package dev.assay.conductor.document;

import org.jspecify.annotations.NullMarked;
