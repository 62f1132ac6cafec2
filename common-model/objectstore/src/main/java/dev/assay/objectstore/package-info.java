/**
 * Keeps byte arrays in a bucket of an S3-compatible store, such as Swift by its S3 interface. Every
 * call is bounded in time and size, and says whether a failure will pass. It knows nothing about
 * inspections.
 */
@NullMarked
package dev.assay.objectstore;

import org.jspecify.annotations.NullMarked;
