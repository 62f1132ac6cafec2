package dev.assay.conductor.hook.lldp;

/** What the inventory of LLDP-MED names, in the order of its subtypes from 5. */
enum MedItem {
  HARDWARE_REVISION("hardware_revision"),
  FIRMWARE_REVISION("firmware_revision"),
  SOFTWARE_REVISION("software_revision"),
  SERIAL_NUMBER("serial_number"),
  MANUFACTURER("manufacturer"),
  MODEL("model"),
  ASSET_ID("asset_id");

  private static final int FIRST_SUBTYPE = 5;

  private final String key;

  MedItem(String key) {
    this.key = key;
  }

  /** As plugin data name it. */
  String key() {
    return "switch_med_" + key;
  }

  static MedItem of(int subtype) {
    return values()[subtype - FIRST_SUBTYPE];
  }
}
