/** The callback, in which a ramdisk posts its inventory. Source: spec api.md 13.3, ramdisk.md 2. */
@NullMarked
package dev.assay.api.callback;

import org.jspecify.annotations.NullMarked;
