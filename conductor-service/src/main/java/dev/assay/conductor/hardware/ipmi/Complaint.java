package dev.assay.conductor.hardware.ipmi;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Why a command failed, by what ipmitool 1.8 prints. The first that is found in the output holds.
 */
enum Complaint {
  UNKNOWN_HOST("address lookup for .* failed"),
  /** No session: ipmitool goes on without one, and the BMC refuses what needs one. */
  NO_LOGIN("(?s)no response from rakp.*set session privilege level to \\w+ failed: insufficient"),
  PRIVILEGE(
      "set session privilege level to \\w+ failed: unknown \\(0x8[01]\\)",
      "failed: insufficient privilege level",
      "rsp=0xd4",
      "privilege level exceeds",
      "privilege level requested",
      "invalid role"),
  CREDENTIALS(
      "rakp 2 hmac is invalid",
      "rakp 2 message has invalid",
      "unauthorized name",
      "invalid name length",
      "unauthorized guid",
      "invalid user name",
      "activate session command failed"),
  KEY("rakp 4 message"),
  CIPHER_SUITE(
      "open session response message : .*(algorithm|cipher suite)", "unsupported cipher suite"),
  BUSY(
      "insufficient resources",
      "no session slot available",
      "node busy",
      "failed: .*time ?out",
      "rsp=0xc3",
      "out of space",
      "device firme?ware in update mode",
      "bmc initialization in progress",
      "destination unavailable"),
  /** A command that is not answered has no reason after its name. */
  SILENT(
      "no response",
      "could not open socket",
      "set session privilege level to \\w+ failed$",
      "unable to get chassis power status$",
      "unable to set chassis power control to [^:]+$",
      "error [sg]etting chassis boot parameter \\d+$",
      "get device id command failed$",
      "unable to send raw command \\(.*cmd=0x\\p{XDigit}+\\)$"),
  /** Anything else; the first line is the cause. */
  NO_SESSION("(?s)\\A.*unable to establish"),
  NOT_NOW("not supported in present state"),
  NOT_OFFERED(
      "(failed|rsp=0x..\\)): (invalid command|invalid data field|parameter out of range"
          + "|unsupported parameter|.*illegal)");

  /** What ipmitool prints with -v also when it succeeds. */
  private static final Predicate<String> NOISE =
      Pattern.compile(
              "^(loading iana|iana pen registry open failed|failed to load entries from iana"
                  + "|using best available cipher suite|unable to get channel cipher suites"
                  + "|get hpm\\.x capabilities|discovered (ipmb|target ipmb|vita)"
                  + "|running get vso|invalid completion code received"
                  + "|invalid (data field received|response length|group extension)"
                  + "|ipmi request match not found|packet session id"
                  + "|error: received an unexpected message id|raw (req|rsp)"
                  + "|\\p{XDigit}{2}( \\p{XDigit}{2})*$)")
          .asPredicate();

  private final Pattern pattern;

  Complaint(String... texts) {
    this.pattern = Pattern.compile(String.join("|", texts), Pattern.MULTILINE);
  }

  /** A complaint, and the line that has it. */
  record Found(Complaint complaint, String line) {}

  /** The first complaint in {@code output}; empty when there is none. */
  static Optional<Complaint> of(Ipmitool.Output output) {
    return in(lines(output.text())).map(Found::complaint);
  }

  /** The first complaint in {@code lines}; empty when there is none. */
  static Optional<Found> in(List<String> lines) {
    var text = String.join("\n", lines).toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).flatMap(each -> each.found(text, lines).stream()).findFirst();
  }

  private Optional<Found> found(String text, List<String> lines) {
    var matcher = pattern.matcher(text);
    return matcher.find()
        ? Optional.of(new Found(this, lines.get(lineOf(text, matcher.start()))))
        : Optional.empty();
  }

  private static int lineOf(String text, int at) {
    return (int) text.chars().limit(at).filter(letter -> letter == '\n').count();
  }

  /** The lines of {@code output} that may tell why it failed. */
  static List<String> lines(String output) {
    return output
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !NOISE.test(line.toLowerCase(Locale.ROOT)))
        .toList();
  }
}
