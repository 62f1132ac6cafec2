package dev.assay.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.BootChoice;
import dev.assay.storedjson.StoredJson;

/** What a conductor says to a {@link ConductorRequest}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "answer")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ConductorReply.BootsFrom.class, name = "boots-from"),
  @JsonSubTypes.Type(value = ConductorReply.Done.class, name = "done"),
  @JsonSubTypes.Type(value = ConductorReply.Refused.class, name = "refused")
})
public sealed interface ConductorReply {
  /** As the BMC tells it now. */
  record BootsFrom(BootChoice choice) implements ConductorReply {}

  /** It is as it was asked for. */
  record Done() implements ConductorReply {}

  /** It is not; the code and the sentence are for the client. */
  record Refused(ErrorCode code, String sentence) implements ConductorReply {}

  /** The text that travels. */
  default String write() {
    return StoredJson.write(this);
  }

  /** Reads what travelled; IllegalArgumentException when it is no answer known here. */
  static ConductorReply read(String text) {
    return StoredJson.read(text, ConductorReply.class);
  }
}
