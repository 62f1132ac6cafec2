/**
 * Generates hardware of several kinds and the callback bodies of its ramdisks from a seed and an
 * index.
 *
 * <p>Each {@link HardwareKind} has a template, a JSON file among the resources of this package:
 * that of {@code GPU_SERVER} is {@code gpu-server.json}. Its members are:
 *
 * <ul>
 *   <li>{@code payload}: the callback body as the ramdisk posts it, inventory and plugin data.
 *   <li>{@code bmc}: the Redfish resources {@code system}, {@code manager} and {@code chassis}; the
 *       simulated BMC adds their links, their state and, if they have none, their names. {@code
 *       memory} is what its Memory resources have in common.
 *   <li>{@code values}: whatever occurs more than once or differs between machines, by name. A
 *       value {@code {"$oneOf": [...]}} is one of the list, always the same for the same machine.
 * </ul>
 *
 * <p>{@code ${name}} in a string stands for a value and {@code ${name.member}} for a member of it.
 * A string that is nothing but a placeholder gets the type of what it stands for, be it a number or
 * an object. These placeholders every template has; they may contain others in their arguments:
 *
 * <ul>
 *   <li>{@code ${serial PREFIX, LENGTH}}: a serial number, unique for its prefix, which is a part
 *       of it; {@code ${uuid}}; {@code ${hex PURPOSE, DIGITS}}: random digits, the same wherever
 *       the purpose is the same.
 *   <li>{@code ${mac PREFIX, SLOT}}: the MAC of the interface {@code SLOT}, 0 to 126, such as
 *       {@code ${mac b8:59:9f, 0}}; {@code ${bmc-mac PREFIX}}: that of the BMC.
 *   <li>{@code ${address}}: the IPv4 address of the boot interface; {@code ${bmc-address}} and
 *       {@code ${bmc-v6-address}}: those of the BMC; {@code ${link-local MAC}}: the IPv6 address
 *       that follows from a MAC.
 *   <li>{@code ${lldp NUMBER}}: what the switch announces to the interface {@code NUMBER}; {@code
 *       ${lldp-short NUMBER}}: only what is mandatory, and the name of the switch.
 *   <li>{@code ${pci-bridge NUMBER}}: a port of a PCI bridge for {@code pci_devices}; {@code
 *       ${logs}}: the output of the collector of this name.
 *   <li>{@code ${dashed MAC}}: the MAC with dashes instead of colons; {@code ${upper TEXT}}: the
 *       text in upper case.
 * </ul>
 *
 * <p>An element of an array may be a repetition: its items, once for each round of its counters:
 *
 * <pre>{@code
 * {"$repeat": {"disk": "00..59", "letters": "a..bh", "side": ["front", "back"]}, "$items": [
 *   {"name": "/dev/sd${letters}", "serial": "${serial ZR${disk}, 10}", "bay": "${side}"}
 * ]}
 * }</pre>
 *
 * <p>A counter is a list, or a range as in a shell: {@code 0..7}, {@code 00..58}, {@code a..bg},
 * with steps {@code 2..62..2}, and in hexadecimal {@code 0x01..0x20}, which is filled in without
 * {@code 0x}. All counters advance together; a shorter one, which must fit, starts again.
 *
 * <p>Source: spec/ramdisk.md 2 to 5 and 9.
 */
@NullMarked
package dev.assay.simulator.hardware;

import org.jspecify.annotations.NullMarked;
