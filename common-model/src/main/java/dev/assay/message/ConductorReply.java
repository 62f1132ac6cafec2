package dev.assay.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.doctor.Finding;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.BootChoice;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import java.util.Map;

/** A conductor's reply to a {@link ConductorRequest}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "answer")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ConductorReply.BootsFrom.class, name = "boots-from"),
  @JsonSubTypes.Type(value = ConductorReply.Done.class, name = "done"),
  @JsonSubTypes.Type(value = ConductorReply.Examined.class, name = "examined"),
  @JsonSubTypes.Type(value = ConductorReply.FirmwareVersions.class, name = "firmware-versions"),
  @JsonSubTypes.Type(value = ConductorReply.Refused.class, name = "refused")
})
public sealed interface ConductorReply {
  /** The boot device that the BMC reports now. */
  record BootsFrom(BootChoice choice) implements ConductorReply {}

  /** The request was carried out. */
  record Done() implements ConductorReply {}

  /**
   * What was found at the BMC.
   *
   * @param macs the addresses of the network cards that it reports
   */
  record Examined(List<Finding> findings, List<String> macs) implements ConductorReply {}

  /** The versions of firmware by component; empty when driver or BMC report none. */
  record FirmwareVersions(Map<String, String> versions) implements ConductorReply {}

  /** The request was not carried out; code and sentence are for the client. */
  record Refused(ErrorCode code, String sentence) implements ConductorReply {}

  /** Serialises the reply to JSON. */
  default String write() {
    return StoredJson.write(this);
  }

  /**
   * Parses the JSON that {@link #write} returns; IllegalArgumentException when it is not a reply
   * known here.
   */
  static ConductorReply read(String text) {
    return StoredJson.read(text, ConductorReply.class);
  }
}
