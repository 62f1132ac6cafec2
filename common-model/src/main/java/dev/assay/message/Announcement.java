package dev.assay.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.id.MacAddress;
import java.util.List;

/**
 * A message to every process that subscribes to announcements: tells PXE filters which machines may
 * boot, and processes that run inspection rules that the rules changed. Each receiver ignores what
 * is not for it. Source: spec conductor.md 10, F8.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "announcement")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Announcement.Allow.class, name = "allow"),
  @JsonSubTypes.Type(value = Announcement.Deny.class, name = "deny"),
  @JsonSubTypes.Type(value = Announcement.RulesChanged.class, name = "rules-changed")
})
public sealed interface Announcement extends Message {
  /** These machines are being inspected: let them boot. */
  record Allow(List<MacAddress> macs) implements Announcement {
    public Allow {
      macs = List.copyOf(macs);
    }

    @Override
    public boolean isIdle() {
      return macs.isEmpty();
    }
  }

  /** These machines are not being inspected: keep them from booting. */
  record Deny(List<MacAddress> macs) implements Announcement {
    public Deny {
      macs = List.copyOf(macs);
    }

    @Override
    public boolean isIdle() {
      return macs.isEmpty();
    }
  }

  /** Inspection rules were added, changed or deleted: read them again. */
  record RulesChanged() implements Announcement {}

  /** True when it concerns no machine, so that it need not be sent. */
  default boolean isIdle() {
    return false;
  }
}
