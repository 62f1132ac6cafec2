/**
 * What all requests and responses share: versions, paths, queries, paging, links, headers. Source:
 * spec api.md 1 to 5.
 */
@NullMarked
package dev.assay.api.http;

import org.jspecify.annotations.NullMarked;
