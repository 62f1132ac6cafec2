/** Helpers for the tests of every module. */
package dev.assay.testing;
