package dev.assay.api.attempt;

import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of the keys that a machine sent: of a kind at most {@link #MOST}, the first ones.
 */
public record SentKeys(Optional<String> uuid, List<String> macs, List<String> bmcAddresses) {
  private static final int MOST = 64;

  static SentKeys of(LookupKeys keys) {
    return new SentKeys(
        keys.uuid().map(NodeId::toString),
        keys.macs().stream().limit(MOST).map(MacAddress::text).toList(),
        keys.bmcAddresses().stream().limit(MOST).toList());
  }

  /** Out of the database, where the elements of lists are joined by blanks. */
  static SentKeys of(@Nullable String uuid, String macs, String bmcAddresses) {
    return new SentKeys(Optional.ofNullable(uuid), split(macs), split(bmcAddresses));
  }

  private static List<String> split(String joined) {
    return Stream.of(joined.split(" ", -1)).filter(text -> !text.isEmpty()).toList();
  }
}
