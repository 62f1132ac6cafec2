/** The identities of nodes and ports. Source: spec api.md 4. */
@NullMarked
package dev.assay.id;

import org.jspecify.annotations.NullMarked;
