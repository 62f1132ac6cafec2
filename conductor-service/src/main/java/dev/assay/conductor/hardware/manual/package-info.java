/** Driver manual-management, for machines without a BMC. Source: spec api.md 20. */
@NullMarked
package dev.assay.conductor.hardware.manual;

import org.jspecify.annotations.NullMarked;
