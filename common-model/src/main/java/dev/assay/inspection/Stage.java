package dev.assay.inspection;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a run stands; the classic API's introspection states. Source: state-machine.md 4.1. */
public enum Stage {
  /** Ordered; a conductor prepares and powers on. */
  STARTING,
  /** For the ramdisk's data. */
  WAITING,
  /** The data are here and being worked on. */
  PROCESSING,
  /** Over, well. */
  FINISHED,
  /** Over, failed; the row's error says why. */
  ERROR,
  /** The stored data are being worked on again. */
  REAPPLYING,
  /** A node is being made for data of an unknown machine. */
  ENROLLING,
  /** Given up by the operator; power goes off. */
  ABORTING;

  /** In the database and in the classic API: the name in lower case. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** False for the two ends. */
  public boolean active() {
    return this != FINISHED && this != ERROR;
  }

  /** True when a conductor must be told to do something, so that the stage ends. */
  public boolean needsCommand() {
    return this == STARTING || this == PROCESSING || this == ABORTING;
  }

  /** Stored by its name on the wire. */
  @Converter(autoApply = true)
  public static final class Column implements AttributeConverter<Stage, String> {
    @Override
    public @Nullable String convertToDatabaseColumn(@Nullable Stage stage) {
      return stage == null ? null : stage.wire();
    }

    @Override
    public @Nullable Stage convertToEntityAttribute(@Nullable String name) {
      return name == null ? null : valueOf(name.toUpperCase(Locale.ROOT));
    }
  }
}
