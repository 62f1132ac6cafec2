/**
 * What all requests share: versions, error bodies, limits, paging, links. Source: spec api.md 1 to
 * 5.
 */
@NullMarked
package dev.assay.api.http;

import org.jspecify.annotations.NullMarked;
