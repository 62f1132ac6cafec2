/** What tests of every module begin with. */
package dev.assay.testing;
