/** Tests of project rules, over the code of all modules and the pages that describe it. */
package dev.assay.house;
