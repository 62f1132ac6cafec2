package dev.assay.hardware;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a BMC reports about its machine, in the form in which a ramdisk sends it. An inspection
 * becomes property {@code memory_mb} from {@code inventory.memory.physical_mb}, {@code cpu_arch}
 * from {@code inventory.cpu.architecture}, {@code local_gb} from {@code plugin_data.local_gb}, and
 * capability {@code boot_mode} from {@code inventory.boot.current_boot_mode}. Source: spec api.md
 * 15, conductor.md 8.
 *
 * @param inventory interfaces, cpu, memory, disks and others; sizes are whole numbers of bytes,
 *     {@code cpu.frequency} is a text
 * @param pluginData everything else
 */
public record HardwareReport(ObjectNode inventory, ObjectNode pluginData) {}
