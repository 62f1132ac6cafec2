package dev.assay.event;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A place in the order of events: that of one event, or between two. Clients see it as the id of an
 * event, text whose meaning is ours. Source: docs/decisions/0049.
 *
 * @param xid of the transaction that recorded the event, by which events are ordered first
 * @param id of the event, ascending within its transaction
 */
public record Place(long xid, long id) implements Comparable<Place> {
  /** Before the first event. */
  public static final Place START = new Place(0, 0);

  private static final Pattern FORM = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})");

  /** Behind every event of the transactions before {@code xid}. */
  static Place before(long xid) {
    return new Place(xid - 1, Long.MAX_VALUE / 10 - 1);
  }

  /** In front of this place: an event of this place is behind it. */
  public Place previous() {
    return new Place(xid, id - 1);
  }

  /** Reads what {@link #toString} wrote; empty for other text. */
  public static Optional<Place> parse(String text) {
    var form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(new Place(Long.parseLong(form.group(1)), Long.parseLong(form.group(2))))
        : Optional.empty();
  }

  @Override
  public int compareTo(Place other) {
    return xid == other.xid ? Long.compare(id, other.id) : Long.compare(xid, other.xid);
  }

  @Override
  public String toString() {
    return xid + "-" + id;
  }
}
