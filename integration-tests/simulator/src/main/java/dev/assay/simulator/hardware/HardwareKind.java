package dev.assay.simulator.hardware;

/**
 * The kinds of simulated machines. Each has a template, which has its name: {@code
 * gpu-server.json}.
 */
public enum HardwareKind {
  /** 1U, two sockets, two NICs, RAID volume, every usual collector. */
  ONE_U_TWO_SOCKET,
  /** Eight accelerators, more than a hundred PCI devices, four NICs. */
  GPU_SERVER,
  /** 64 bit ARM, one NIC with a VLAN interface, BMC reachable over IPv6 only. */
  ARM64_SERVER,
  /** One virtio NIC and disk, no BMC visible to the ramdisk, no {@code BOOTIF}. */
  VIRTUAL_MACHINE,
  /** 64 NICs, two VLAN interfaces and 60 disks: a body of more than 100 kB. */
  LARGE_STORAGE,
  /** A ramdisk of about 2017: short records, LLDP inside the interfaces, its own retry rules. */
  OLD_RAMDISK
}
