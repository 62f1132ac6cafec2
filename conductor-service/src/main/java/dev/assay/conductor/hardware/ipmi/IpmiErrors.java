package dev.assay.conductor.hardware.ipmi;

import dev.assay.conductor.hardware.BmcSecrets;
import dev.assay.error.ErrorCode;
import dev.assay.error.UntrustedText;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.HardwareFailure;
import java.util.List;

/**
 * Creates the errors about one BMC. Their texts, for operators, name the address, the command, what
 * ipmitool said, and what to check. That text is left out when it may repeat a secret.
 */
final class IpmiErrors {
  private final IpmiAccess access;
  private final UntrustedText untrusted;

  IpmiErrors(IpmiAccess access, Bmc bmc) {
    this.access = access;
    this.untrusted = BmcSecrets.omitted(bmc);
  }

  /** A command that failed, or whose output is not what it prints otherwise. */
  HardwareFailure of(List<String> command, Ipmitool.Output output) {
    var lines = Complaint.lines(output.text());
    return Complaint.in(lines)
        .map(found -> because(found.complaint(), command, found.line()))
        .orElseGet(
            () ->
                failed(
                    ErrorCode.BMC_ANSWER_UNUSABLE,
                    command,
                    String.join("; ", lines),
                    "Check the firmware of the BMC."));
  }

  private HardwareFailure because(Complaint complaint, List<String> command, String line) {
    return switch (complaint) {
      case UNKNOWN_HOST ->
          failed(
              ErrorCode.BMC_UNREACHABLE,
              command,
              line,
              "Check ipmi_address, and the name servers of the conductor.");
      case PRIVILEGE ->
          failed(
              ErrorCode.BMC_REFUSED,
              command,
              line,
              "Give the user on the BMC the privilege level that ipmi_priv_level names; power and"
                  + " boot device need at least OPERATOR.");
      case CREDENTIALS ->
          failed(
              ErrorCode.BMC_REFUSED,
              command,
              line,
              "Check ipmi_username and ipmi_password, and whether the user may use IPMI over LAN.");
      case KEY ->
          failed(
              ErrorCode.BMC_REFUSED,
              command,
              line,
              "Check ipmi_hex_kg_key, ipmi_username and ipmi_password.");
      case CIPHER_SUITE ->
          failed(
              ErrorCode.BMC_REFUSED,
              command,
              line,
              "Set ipmi_cipher_suite to one that the BMC allows, such as 3 or 17.");
      case BUSY ->
          failed(
              ErrorCode.BMC_UNREACHABLE,
              command,
              line,
              "It is busy: try later, or restart the BMC.");
      case NO_LOGIN, SILENT, NO_SESSION ->
          failed(
              ErrorCode.BMC_UNREACHABLE,
              command,
              line,
              "Check ipmi_address, ipmi_port and ipmi_protocol_version, network and power of the"
                  + " BMC, and whether it allows IPMI over LAN; some BMCs do not answer an unknown"
                  + " ipmi_username.");
      case NOT_NOW, NOT_OFFERED ->
          failed(
              ErrorCode.UNSUPPORTED,
              command,
              line,
              "The BMC does not offer this: check its firmware, or whether the machine's state"
                  + " allows it.");
    };
  }

  /** The program was killed. */
  HardwareFailure timedOut(List<String> command) {
    return failed(
        ErrorCode.BMC_UNREACHABLE,
        command,
        "no result in time",
        "Check ipmi_address, and network and power of the BMC.");
  }

  /** Another command occupied the BMC until the time was over. */
  HardwareFailure occupied(List<String> command) {
    return failed(
        ErrorCode.BMC_UNREACHABLE,
        command,
        "other commands to this BMC did not end in time",
        "Try later; see assay.ipmi.min-command-interval.");
  }

  /** The program is not installed, or cannot be started. */
  HardwareFailure notStarted(Ipmitool.NotStarted why) {
    return new HardwareFailure(
        ErrorCode.UNSUPPORTED,
        "This conductor cannot run ipmitool (%s). Install the package ipmitool on its host, or set"
                .formatted(untrusted.name(String.valueOf(why.getMessage())))
            + " assay.ipmi.program.",
        why);
  }

  /** The power state was not reached in time. */
  HardwareFailure notReached(String state, String since) {
    return new HardwareFailure(
        ErrorCode.POWER_STATE_NOT_REACHED,
        "The BMC at %s still reports power %s after it was told to power %s, and the timeout has passed. Check the BMC's log, or raise the time-out if the machine is slow."
            .formatted(access, state, since));
  }

  /** IPMI has no such device. */
  HardwareFailure notOffered(String device) {
    return new HardwareFailure(
        ErrorCode.UNSUPPORTED,
        "Driver ipmi cannot choose boot device %s for the BMC at %s.".formatted(device, access));
  }

  /** {@code said} by ipmitool; empty for nothing. */
  private HardwareFailure failed(ErrorCode code, List<String> command, String said, String advice) {
    return new HardwareFailure(
        code,
        "ipmitool failed at the BMC at %s with %s%s. %s"
            .formatted(
                access,
                String.join(" ", command),
                said.isEmpty() ? "" : " (" + untrusted.words(said) + ")",
                advice));
  }
}
