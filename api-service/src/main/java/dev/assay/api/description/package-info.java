/**
 * The API description for tools: an OpenAPI document generated from the tables that the code itself
 * uses. Source: spec api.md; OpenAPI Specification 3.0.3.
 */
@NullMarked
package dev.assay.api.description;

import org.jspecify.annotations.NullMarked;
