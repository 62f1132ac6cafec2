package dev.assay.message;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.storedjson.StoredJson;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A message between processes, with what is needed to handle it.
 *
 * @param message the command, announcement or request
 * @param requestId id of the client's request that caused the message, for the log; null for none
 * @param traceparent the span that caused the message, as in W3C Trace Context; null for none
 */
public record Envelope(Message message, @Nullable String requestId, @Nullable String traceparent) {
  /** The version of the format that this process writes, and the highest that it reads. */
  public static final int VERSION = 1;

  /** A message outside any trace. */
  public Envelope(Message message, @Nullable String requestId) {
    this(message, requestId, null);
  }

  /** The message if it is a {@code type}; {@link Unreadable} when it is something else. */
  public <M extends Message> M require(Class<M> type) {
    if (!type.isInstance(message)) {
      throw new Unreadable(
          "a message of type %s was received where a %s is expected"
              .formatted(message.getClass().getSimpleName(), type.getSimpleName()));
    }
    return type.cast(message);
  }

  /** Serialises the message to JSON. */
  public String write() {
    return StoredJson.write(
        switch (message) {
          case Command command -> new Json(VERSION, requestId, traceparent, command, null, null);
          case Announcement announcement ->
              new Json(VERSION, requestId, traceparent, null, announcement, null);
          case ConductorRequest request ->
              new Json(VERSION, requestId, traceparent, null, null, request);
        });
  }

  /**
   * Parses the JSON that {@link #write} returns; {@link Unreadable} when it is not a valid message.
   */
  public static Envelope read(String text) {
    try {
      var json = StoredJson.read(text, Json.class);
      if (json == null) {
        throw new IllegalArgumentException("an empty message");
      }
      return new Envelope(json.message(), json.requestId, json.traceparent);
    } catch (IllegalArgumentException e) {
      throw new Unreadable(forOperators(String.valueOf(e.getMessage())));
    }
  }

  /** The span that caused the message {@code text}; empty when there is none. */
  public static Optional<String> traceparent(String text) {
    try {
      return Optional.ofNullable(read(text).traceparent());
    } catch (Unreadable _) {
      return Optional.empty(); // who receives it says so
    }
  }

  /** One line, without the names of packages. */
  private static String forOperators(String sentence) {
    return sentence.replaceAll("\\s+", " ").replace(Envelope.class.getPackageName() + ".", "");
  }

  /** Thrown when a message is not valid, or from a newer version. */
  public static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unreadable(String sentence) {
      super(sentence);
    }
  }

  /**
   * The form on the wire, with exactly one of the last three members; a reader of the version
   * before ignores the trace.
   *
   * @param version of the message format; a reader rejects a higher one, so that a newer process
   *     can take the message
   */
  private record Json(
      int version,
      @Nullable String requestId,
      @Nullable String traceparent,
      @Nullable Command command,
      @Nullable Announcement announcement,
      @JsonProperty("question") @Nullable ConductorRequest request) {
    Message message() {
      if (version < 1 || version > VERSION) {
        throw new IllegalArgumentException(
            "message version %d is not between 1 and %d".formatted(version, VERSION));
      }
      var messages = Stream.of(command, announcement, request).filter(Objects::nonNull).toList();
      if (messages.size() != 1) {
        throw new IllegalArgumentException(
            "a message is one of a command, an announcement and a request");
      }
      if ((command != null && command.node() == null)
          || (request != null && request.node() == null)) {
        throw new IllegalArgumentException("a command or a request names its node");
      }
      return messages.getFirst();
    }
  }
}
