/** Shows, replays and deletes dead letters. Source: spec api.md 9.12. */
@NullMarked
package dev.assay.api.deadletter;

import org.jspecify.annotations.NullMarked;
