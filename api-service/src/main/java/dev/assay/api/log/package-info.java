/** Limits for log lines that unauthenticated clients can cause. */
@NullMarked
package dev.assay.api.log;

import org.jspecify.annotations.NullMarked;
