package dev.assay.simulator.bmc;

import java.util.Arrays;

/** The names of the manufacturers of PCI devices, as the PCI-SIG lists them. */
enum PciVendor {
  AMD("1002", "Advanced Micro Devices, Inc."),
  ASPEED("1a03", "ASPEED Technology, Inc."),
  BROADCOM("14e4", "Broadcom Inc."),
  INTEL("8086", "Intel Corporation"),
  LSI("1000", "Broadcom / LSI"),
  MATROX("102b", "Matrox Electronics Systems Ltd."),
  MELLANOX("15b3", "Mellanox Technologies"),
  NVIDIA("10de", "NVIDIA Corporation"),
  RED_HAT("1af4", "Red Hat, Inc."),
  SAMSUNG("144d", "Samsung Electronics Co Ltd");

  private final String id;
  private final String text;

  PciVendor(String id, String text) {
    this.id = id;
    this.text = text;
  }

  /** The manufacturer with this vendor ID, four digits; the ID itself if it is unknown. */
  static String name(String id) {
    return Arrays.stream(values())
        .filter(vendor -> vendor.id.equals(id))
        .map(vendor -> vendor.text)
        .findFirst()
        .orElse(id);
  }
}
