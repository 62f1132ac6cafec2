package dev.assay.conductor.hook.lldp;

import java.util.List;
import java.util.Optional;

/** Names of medium attachment units. Source: spec hooks.md 15.2, IANA-MAU-MIB. */
final class MauTypes {
  // spotless:off
  private static final List<String> NAMES = List.of(
      /*  0 */ "Unknown", "AUI", "10BASE-5", "FOIRL", "10BASE-2",
      /*  5 */ "10BASE-T duplex mode unknown", "10BASE-FP", "10BASE-FB",
      /*  8 */ "10BASE-FL duplex mode unknown", "10BROAD36",
      /* 10 */ "10BASE-T half duplex", "10BASE-T full duplex",
      /* 12 */ "10BASE-FL half duplex", "10BASE-FL full duplex",
      /* 14 */ "100 BASE-T4",
      /* 15 */ "100BASE-TX half duplex", "100BASE-TX full duplex",
      /* 17 */ "100BASE-FX half duplex", "100BASE-FX full duplex",
      /* 19 */ "100BASE-T2 half duplex", "100BASE-T2 full duplex",
      /* 21 */ "1000BASE-X half duplex", "1000BASE-X full duplex",
      /* 23 */ "1000BASE-LX half duplex", "1000BASE-LX full duplex",
      /* 25 */ "1000BASE-SX half duplex", "1000BASE-SX full duplex",
      /* 27 */ "1000BASE-CX half duplex", "1000BASE-CX full duplex",
      /* 29 */ "1000BASE-T half duplex", "1000BASE-T full duplex",
      /* 31 */ "10GBASE-X", "10GBASE-LX4", "10GBASE-R", "10GBASE-ER", "10GBASE-LR", "10GBASE-SR",
      /* 37 */ "10GBASE-W", "10GBASE-EW", "10GBASE-LW", "10GBASE-SW", "10GBASE-CX4",
      /* 42 */ "2BASE-TL", "10PASS-TS", "100BASE-BX10D", "100BASE-BX10U", "100BASE-LX10",
      /* 47 */ "1000BASE-BX10D", "1000BASE-BX10U", "1000BASE-LX10",
      /* 50 */ "1000BASE-PX10D", "1000BASE-PX10U", "1000BASE-PX20D", "1000BASE-PX20U");
  // spotless:on

  private MauTypes() {}

  /** Empty for types that are newer than the table. */
  static Optional<String> name(int type) {
    return type < NAMES.size() ? Optional.of(NAMES.get(type)) : Optional.empty();
  }
}
