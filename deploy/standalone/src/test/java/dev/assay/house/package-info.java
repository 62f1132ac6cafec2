/** The rules of the house, over the code of all modules and the pages that speak of it. */
package dev.assay.house;
