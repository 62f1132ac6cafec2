/** Authentication of callers, their roles, and the audit log. Source: spec api.md 7. */
@NullMarked
package dev.assay.api.authentication;

import org.jspecify.annotations.NullMarked;
