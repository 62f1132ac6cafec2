package dev.assay.simulator.bmc;

import dev.assay.simulator.machine.Machine;
import java.util.Arrays;

/** The ETag of resources that change, and the precondition If-Match (DSP0266, 7.1). */
final class Etag {
  private Etag() {}

  static String of(Machine machine) {
    return "\"%d\"".formatted(machine.version());
  }

  /**
   * Checks the header If-Match, if there is one.
   *
   * @throws RedfishRefusal 412 if the machine has changed since
   */
  static void check(RedfishRequest request, Machine machine) {
    var given = request.ifMatch();
    if (given == null || given.strip().equals("*")) {
      return;
    }
    var etag = of(machine);
    var matches =
        Arrays.stream(given.split(",", -1))
            .map(String::strip)
            .map(tag -> tag.startsWith("W/") ? tag.substring(2) : tag)
            .anyMatch(etag::equals);
    if (!matches) {
      throw RedfishRefusal.preconditionFailed();
    }
  }
}
