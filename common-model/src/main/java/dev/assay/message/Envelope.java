package dev.assay.message;

import dev.assay.storedjson.StoredJson;
import org.jspecify.annotations.Nullable;

/**
 * A command or an announcement on its way.
 *
 * @param version of the contract; a reader refuses a higher one, for a newer process to take
 * @param requestId of the request that caused it, for the log; null for none
 * @param command null in an announcement
 * @param announcement null in a command
 */
public record Envelope(
    int version,
    @Nullable String requestId,
    @Nullable Command command,
    @Nullable Announcement announcement) {
  /** What this process writes, and the highest it reads. */
  public static final int VERSION = 1;

  /** For the conductors. */
  public static Envelope of(Command command, @Nullable String requestId) {
    return new Envelope(VERSION, requestId, command, null);
  }

  /** For the PXE filters. */
  public static Envelope of(Announcement announcement, @Nullable String requestId) {
    return new Envelope(VERSION, requestId, null, announcement);
  }

  /** The command; {@link Unreadable} when this is an announcement. */
  public Command requireCommand() {
    if (command == null) {
      throw new Unreadable("an announcement came where commands are read");
    }
    return command;
  }

  /** The announcement; {@link Unreadable} when this is a command. */
  public Announcement requireAnnouncement() {
    if (announcement == null) {
      throw new Unreadable("a command came where announcements are read");
    }
    return announcement;
  }

  /** The text that travels. */
  public String write() {
    return StoredJson.write(this);
  }

  /** Not a message of ours, or from a newer version. */
  public static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unreadable(String sentence) {
      super(sentence);
    }
  }

  /** Reads what travelled; {@link Unreadable} when that cannot be. */
  public static Envelope read(String text) {
    try {
      return checked(StoredJson.read(text, Envelope.class));
    } catch (IllegalArgumentException e) {
      throw new Unreadable(String.valueOf(e.getMessage()));
    }
  }

  private static Envelope checked(@Nullable Envelope envelope) {
    if (envelope == null) {
      throw new IllegalArgumentException("an empty message");
    }
    if (envelope.version < 1 || envelope.version > VERSION) {
      throw new IllegalArgumentException(
          "message version %d is not between 1 and %d".formatted(envelope.version, VERSION));
    }
    if ((envelope.command == null) == (envelope.announcement == null)) {
      throw new IllegalArgumentException("a message is either a command or an announcement");
    }
    if (envelope.command != null && envelope.command.node() == null) {
      throw new IllegalArgumentException("a command names its node");
    }
    return envelope;
  }
}
