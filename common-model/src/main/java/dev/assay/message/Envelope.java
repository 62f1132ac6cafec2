package dev.assay.message;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.storedjson.StoredJson;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A message between processes: exactly one of a command, an announcement and a request.
 *
 * @param version of the message format; a reader rejects a higher one, so that a newer process can
 *     take the message
 * @param requestId id of the client's request that caused the message, for the log; null for none
 * @param command null unless the message is one
 * @param announcement null unless the message is one
 * @param request null unless the message is one
 */
public record Envelope(
    int version,
    @Nullable String requestId,
    @Nullable Command command,
    @Nullable Announcement announcement,
    @JsonProperty("question") @Nullable ConductorRequest request) {
  /** The version that this process writes, and the highest that it reads. */
  public static final int VERSION = 1;

  /** Wraps a command for the conductors. */
  public static Envelope of(Command command, @Nullable String requestId) {
    return new Envelope(VERSION, requestId, command, null, null);
  }

  /** Wraps an announcement for every subscribed process. */
  public static Envelope of(Announcement announcement, @Nullable String requestId) {
    return new Envelope(VERSION, requestId, null, announcement, null);
  }

  /** Wraps a request to one conductor. */
  public static Envelope of(ConductorRequest request, @Nullable String requestId) {
    return new Envelope(VERSION, requestId, null, null, request);
  }

  /** The command; {@link Unreadable} when this is something else. */
  public Command requireCommand() {
    return require(command, "no command came where commands are read");
  }

  /** The announcement; {@link Unreadable} when this is something else. */
  public Announcement requireAnnouncement() {
    return require(announcement, "no announcement came where announcements are read");
  }

  /** The request; {@link Unreadable} when this is something else. */
  public ConductorRequest requireRequest() {
    return require(request, "no request came where requests are read");
  }

  private static <T> T require(@Nullable T content, String otherwise) {
    if (content == null) {
      throw new Unreadable(otherwise);
    }
    return content;
  }

  /** Serialises the message to JSON. */
  public String write() {
    return StoredJson.write(this);
  }

  /** Thrown when a message is not valid, or from a newer version. */
  public static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unreadable(String sentence) {
      super(sentence);
    }
  }

  /**
   * Parses the JSON that {@link #write} returns; {@link Unreadable} when it is not a valid message.
   */
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
    if (Stream.of(envelope.command, envelope.announcement, envelope.request)
            .filter(Objects::nonNull)
            .count()
        != 1) {
      throw new IllegalArgumentException(
          "a message is one of a command, an announcement and a request");
    }
    if ((envelope.command != null && envelope.command.node() == null)
        || (envelope.request != null && envelope.request.node() == null)) {
      throw new IllegalArgumentException("a command or a request names its node");
    }
    return envelope;
  }
}
