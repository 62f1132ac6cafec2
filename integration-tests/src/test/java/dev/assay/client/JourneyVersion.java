package dev.assay.client;

import java.util.ArrayList;
import java.util.List;

/**
 * A version of the API at which the journey is run.
 *
 * @param label as the user would request it; "pinned" is the default of the client
 * @param minor the number of it, of 1.minor
 * @param start the words before the command
 */
record JourneyVersion(String label, int minor, List<String> start) {
  /** The newest version that python-ironicclient 5.0.1 supports. */
  private static final int NEWEST_OF_CLIENT = 78;

  static final List<JourneyVersion> ALL =
      List.of(
          new JourneyVersion("pinned", NEWEST_OF_CLIENT, List.of("openstack", "baremetal")),
          asked("1.1", 1),
          asked("1.31", 31),
          asked("1.46", 46),
          asked("1.72", 72),
          // "openstack" rejects a version that the client does not know; "baremetal", a program
          // of the same package with the same commands, requests it from the service.
          new JourneyVersion(
              "1.81", 81, List.of("baremetal", "--os-baremetal-api-version", "1.81")),
          asked("latest", NEWEST_OF_CLIENT));

  private static JourneyVersion asked(String version, int minor) {
    return new JourneyVersion(
        version, minor, List.of("openstack", "--os-baremetal-api-version", version, "baremetal"));
  }

  /** The command as typed at this version. */
  List<String> command(List<String> words) {
    var all = new ArrayList<>(start);
    all.addAll(words);
    return all;
  }
}
