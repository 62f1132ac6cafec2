/**
 * A provisioning network of network namespaces: a real dnsmasq on one side, machines that ask for
 * addresses on the other.
 */
@NullMarked
package dev.assay.dhcp;

import org.jspecify.annotations.NullMarked;
