package dev.assay.conductor.hook.lldp;

/** The items of the LLDP-MED inventory, in the order of their subtypes, which start at 5. */
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

  /** The key in plugin data. */
  String key() {
    return "switch_med_" + key;
  }

  static MedItem of(int subtype) {
    return values()[subtype - FIRST_SUBTYPE];
  }
}
