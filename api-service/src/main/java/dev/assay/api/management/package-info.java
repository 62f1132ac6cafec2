/** What a conductor is asked while the client waits. Source: spec api.md 10.4, design 2. */
@NullMarked
package dev.assay.api.management;

import org.jspecify.annotations.NullMarked;
