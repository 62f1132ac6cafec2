package dev.assay.conductor.hook.lldp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.conductor.hook.lldp.Tlv.Unparsable;
import dev.assay.conductor.hook.lldp.Tlv.Unrecognized;
import dev.assay.conductor.hook.lldp.Tlv.Unused;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The result of reading the LLDP of one network interface. */
public sealed interface Reception {
  /** The ramdisk did not listen, or could not. */
  record NotCollected() implements Reception {}

  /** The ramdisk listened and received nothing. */
  record Nothing() implements Reception {}

  /** The data are not a list of TLVs. */
  record Unreadable() implements Reception {}

  /**
   * A packet was received.
   *
   * @param tlvs what was understood, in the order sent
   * @param ignored what was not understood
   * @param surplus how many TLVs were not read, because there were more than {@link #MOST_TLVS}
   */
  record Received(List<Tlv> tlvs, List<Ignored> ignored, int surplus) implements Reception {
    /** At most so many TLVs, empty ones, fit into one Ethernet frame of 1,500 bytes. */
    static final int MOST_TLVS = 750;

    private static final int NAMED_IN_STATUS = 16;
    private static final int NAMED_IN_WARNINGS = 8;

    public Received {
      tlvs = List.copyOf(tlvs);
      ignored = List.copyOf(ignored);
    }

    static Received read(JsonNode pairs, TlvReader reader) {
      var tlvs = new ArrayList<Tlv>();
      var ignored = new ArrayList<Ignored>();
      var looked = Math.min(pairs.size(), MOST_TLVS);
      for (int i = 0; i < looked; i++) {
        switch (reader.read(pairs.get(i))) {
          case Unparsable(var why) -> ignored.add(new Ignored(i + 1, why));
          case Unused _ -> {}
          case Tlv tlv -> tlvs.add(tlv);
        }
      }
      return new Received(tlvs, ignored, pairs.size() - looked);
    }

    /** The problems of the packet, as sentences without a full stop, a dozen at most. */
    public List<String> complaints() {
      var complaints = new ArrayList<String>();
      ignored.stream()
          .limit(NAMED_IN_WARNINGS)
          .map(tlv -> "LLDP TLV %d is ignored: %s".formatted(tlv.position(), tlv.why()))
          .forEach(complaints::add);
      if (ignored.size() > NAMED_IN_WARNINGS) {
        complaints.add(
            "%d more LLDP TLVs are ignored".formatted(ignored.size() - NAMED_IN_WARNINGS));
      }
      if (surplus > 0) {
        complaints.add(
            "only the first %d of %d LLDP TLVs are read".formatted(MOST_TLVS, MOST_TLVS + surplus));
      }
      return complaints;
    }

    /** The kinds of TLV that are not supported, as {@link Unrecognized#what} names them. */
    public Set<String> unrecognized() {
      return tlvs.stream()
          .filter(Unrecognized.class::isInstance)
          .map(tlv -> ((Unrecognized) tlv).what())
          .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private String positions() {
      return ignored.stream()
          .limit(NAMED_IN_STATUS)
          .map(tlv -> Integer.toString(tlv.position()))
          .collect(
              Collectors.joining(
                  ", ", "unparsable TLV ", ignored.size() > NAMED_IN_STATUS ? ", ..." : ""));
    }
  }

  /**
   * A TLV that was not understood.
   *
   * @param position from 1, among those sent
   * @param why the reason, without a full stop
   */
  record Ignored(int position, String why) {}

  /**
   * Of two records of one interface, the one with more information: a packet, then data that cannot
   * be read, then that nothing was received; {@code later} when both have as much.
   */
  static Reception better(Reception earlier, Reception later) {
    return earlier.rank() > later.rank() ? earlier : later;
  }

  private int rank() {
    return switch (this) {
      case NotCollected _ -> 0;
      case Nothing _ -> 1;
      case Unreadable _ -> 2;
      case Received _ -> 3;
    };
  }

  /**
   * A short text for operators: "received", "none", "not collected", "unparsable", "unparsable TLV
   * 4, 7" (the positions of the TLVs, counted from 1; 16 at most, then dots).
   */
  default String status() {
    return switch (this) {
      case NotCollected _ -> "not collected";
      case Nothing _ -> "none";
      case Unreadable _ -> "unparsable";
      case Received received -> received.ignored().isEmpty() ? "received" : received.positions();
    };
  }
}
