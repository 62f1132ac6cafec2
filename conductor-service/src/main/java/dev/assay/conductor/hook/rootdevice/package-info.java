/** Root device hints, by which operators select a disk. Source: spec hooks.md 18.1 to 18.3. */
@NullMarked
package dev.assay.conductor.hook.rootdevice;

import org.jspecify.annotations.NullMarked;
