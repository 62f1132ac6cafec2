package dev.assay.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.port.MacAddress;
import java.util.List;

/** What every PXE filter is told. Source: spec conductor.md 10, F8. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "announcement")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Announcement.Allow.class, name = "allow"),
  @JsonSubTypes.Type(value = Announcement.Deny.class, name = "deny")
})
public sealed interface Announcement {
  /** These are being inspected: let them boot. */
  record Allow(List<MacAddress> macs) implements Announcement {
    public Allow {
      macs = List.copyOf(macs);
    }
  }

  /** These are not: keep them from booting. */
  record Deny(List<MacAddress> macs) implements Announcement {
    public Deny {
      macs = List.copyOf(macs);
    }
  }

  /** Whom it is about. */
  List<MacAddress> macs();
}
