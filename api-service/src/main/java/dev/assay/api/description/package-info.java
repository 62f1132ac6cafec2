/**
 * The API described for machines: an OpenAPI document made from the tables that the code goes by.
 * Source: spec api.md; OpenAPI Specification 3.0.3.
 */
@NullMarked
package dev.assay.api.description;

import org.jspecify.annotations.NullMarked;
