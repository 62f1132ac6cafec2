package dev.assay.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.BootChoice;
import dev.assay.storedjson.StoredJson;

/** What a conductor says to a {@link Question}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "answer")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Answer.BootsFrom.class, name = "boots-from"),
  @JsonSubTypes.Type(value = Answer.Done.class, name = "done"),
  @JsonSubTypes.Type(value = Answer.Refused.class, name = "refused")
})
public sealed interface Answer {
  /** As the BMC tells it now. */
  record BootsFrom(BootChoice choice) implements Answer {}

  /** It is as it was asked for. */
  record Done() implements Answer {}

  /** It is not; the code and the sentence are for the client. */
  record Refused(ErrorCode code, String sentence) implements Answer {}

  /** The text that travels. */
  default String write() {
    return StoredJson.write(this);
  }

  /** Reads what travelled; IllegalArgumentException when it is no answer known here. */
  static Answer read(String text) {
    return StoredJson.read(text, Answer.class);
  }
}
