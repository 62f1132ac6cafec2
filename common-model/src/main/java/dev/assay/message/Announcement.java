package dev.assay.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.port.MacAddress;
import java.util.List;

/**
 * What is told to every process that listens: to the PXE filters who may boot, and to whoever runs
 * inspection rules that they changed. Each takes what is for it. Source: spec conductor.md 10, F8.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "announcement")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Announcement.Allow.class, name = "allow"),
  @JsonSubTypes.Type(value = Announcement.Deny.class, name = "deny"),
  @JsonSubTypes.Type(value = Announcement.RulesChanged.class, name = "rules-changed")
})
public sealed interface Announcement {
  /** These are being inspected: let them boot. */
  record Allow(List<MacAddress> macs) implements Announcement {
    public Allow {
      macs = List.copyOf(macs);
    }

    @Override
    public boolean isIdle() {
      return macs.isEmpty();
    }
  }

  /** These are not: keep them from booting. */
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

  /** True when it is about nobody, so that nobody need be told. */
  default boolean isIdle() {
    return false;
  }
}
