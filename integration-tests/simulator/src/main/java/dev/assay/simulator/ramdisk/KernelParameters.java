package dev.assay.simulator.ramdisk;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The words {@code name=value} of a kernel command line. */
record KernelParameters(Map<String, String> values) {
  private static final String CALLBACK_URL = "ipa-inspection-callback-url";

  static KernelParameters parse(String line) {
    var values = new HashMap<String, String>();
    for (var word : line.strip().split("\\s+", -1)) {
      var equals = word.indexOf('=');
      if (equals > 0) {
        values.put(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    return new KernelParameters(values);
  }

  /**
   * The settings of a ramdisk that knows nothing but these parameters.
   *
   * @param source where they are from, for errors
   * @throws IOException if the callback URL is missing
   */
  RamdiskSettings settings(RamdiskSettings given, URI source) throws IOException {
    var callbacks = values.get(CALLBACK_URL);
    if (callbacks == null) {
      throw new IOException("no " + CALLBACK_URL + " in " + source);
    }
    var api = values.get("ipa-api-url");
    return given.with(
        Stream.of(callbacks.split(",", -1)).map(URI::create).toList(),
        api == null ? null : URI.create(api));
  }
}
