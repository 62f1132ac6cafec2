package dev.assay.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.id.MacAddress;
import java.util.List;

/**
 * A message to every process that subscribes to announcements: tells PXE filters which machines may
 * boot, and processes that run inspection rules that the rules changed. Each receiver ignores what
 * is not for it, and reads from the database what is in force now: announcements may be lost,
 * repeated or reordered. Source: spec conductor.md 10, F8.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "announcement")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Announcement.Allow.class, name = "allow"),
  @JsonSubTypes.Type(value = Announcement.Deny.class, name = "deny"),
  @JsonSubTypes.Type(value = Announcement.RulesChanged.class, name = "rules-changed")
})
public sealed interface Announcement extends Message {
  /**
   * A node with these ports is being inspected: let it boot.
   *
   * @param macs none when the node has no port, which may concern machines without a port
   */
  record Allow(List<MacAddress> macs) implements Announcement {
    public Allow {
      macs = List.copyOf(macs);
    }
  }

  /**
   * A node with these ports is not being inspected, or the ports were made, changed or deleted:
   * keep it from booting.
   *
   * @param macs as in {@link Allow}
   */
  record Deny(List<MacAddress> macs) implements Announcement {
    public Deny {
      macs = List.copyOf(macs);
    }
  }

  /** Inspection rules were added, changed or deleted: read them again. */
  record RulesChanged() implements Announcement {}
}
