/**
 * Which machines may boot from the provisioning network: what PXE filters enforce and the API
 * explains. Source: spec pxe-filter.md 3.
 */
@NullMarked
package dev.assay.bootaccess;

import org.jspecify.annotations.NullMarked;
