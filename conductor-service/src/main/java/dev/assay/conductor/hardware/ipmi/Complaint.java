package dev.assay.conductor.hardware.ipmi;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Why a command failed, by what ipmitool 1.8 prints. The first that is found in the output holds.
 */
enum Complaint {
  UNKNOWN_HOST("address lookup for .* failed"),
  PRIVILEGE(
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
  BUSY("insufficient resources", "no session slot available", "node busy", "failed: .*time ?out"),
  SILENT("unable to establish", "no response", "could not open socket"),
  NOT_OFFERED(
      "(failed|rsp=0x..\\)): (invalid command|invalid data field|parameter out of range"
          + "|command not supported|.*illegal)");

  /** What ipmitool prints with -v also when it succeeds. */
  private static final Predicate<String> NOISE =
      Pattern.compile(
              "^(loading iana|running get vso|invalid completion code received|discovered ipmb"
                  + "|get hpm\\.x capabilities|unable to get channel cipher suites)")
          .asPredicate();

  private final Pattern pattern;

  Complaint(String... texts) {
    this.pattern = Pattern.compile(String.join("|", texts));
  }

  /** Whether one of {@code lines} has this complaint. */
  boolean in(List<String> lines) {
    return lines.stream()
        .map(line -> line.toLowerCase(Locale.ROOT))
        .anyMatch(line -> pattern.matcher(line).find());
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
