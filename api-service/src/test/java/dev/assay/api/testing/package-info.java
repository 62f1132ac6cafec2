/** What the tests of this service share. */
@NullMarked
package dev.assay.api.testing;

import org.jspecify.annotations.NullMarked;
