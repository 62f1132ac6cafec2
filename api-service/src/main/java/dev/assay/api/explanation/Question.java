package dev.assay.api.explanation;

import dev.assay.api.http.Query;
import dev.assay.api.http.Reference;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.MacAddress;
import dev.assay.inspection.BmcAddresses;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** What an operator asks by: exactly one of the query parameters. */
sealed interface Question {
  /** The one that a response carried. */
  record ByReference(String reference) implements Question {}

  /** One that a machine sent. */
  record ByMac(MacAddress mac) implements Question {}

  /** One that a machine sent, in canonical form. */
  record ByBmcAddress(String address) implements Question {}

  /** UUID or name. */
  record ByNode(String ident) implements Question {}

  /** The names of the parameters. */
  List<String> PARAMETERS = List.of("reference", "mac", "bmc_address", "node");

  /** INVALID_PARAMETER when there is not exactly one, or it is malformed. */
  static Question of(Query query) {
    var asked =
        Stream.of(
                question(query, "reference", Question::reference),
                question(query, "mac", Question::mac),
                question(query, "bmc_address", Question::bmcAddress),
                question(query, "node", ByNode::new))
            .flatMap(found -> found)
            .toList();
    if (asked.size() != 1) {
      throw invalid("Ask by exactly one of: %s.".formatted(String.join(", ", PARAMETERS)));
    }
    return asked.getFirst();
  }

  private static Stream<Question> question(
      Query query, String name, Function<String, Question> read) {
    return query.text(name).map(read).stream();
  }

  private static Question reference(String text) {
    var reference = Reference.read(text);
    if (!Reference.wellFormed(reference)) {
      throw invalid(
          "Expected the 10 letters and digits of a response's X-Assay-Reference but received %s."
              .formatted(shortened(text)));
    }
    return new ByReference(reference);
  }

  private static Question mac(String text) {
    return MacAddress.parse(text.strip().replace('-', ':'))
        .map(ByMac::new)
        .orElseThrow(
            () -> invalid("Expected a MAC address but received %s.".formatted(shortened(text))));
  }

  private static Question bmcAddress(String text) {
    return BmcAddresses.canonical(text.strip())
        .map(ByBmcAddress::new)
        .orElseThrow(
            () ->
                invalid(
                    "Expected an IPv4 or IPv6 address but received %s."
                        .formatted(shortened(text))));
  }

  private static String shortened(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "...";
  }

  private static AssayException invalid(String sentence) {
    return new AssayException(ErrorCode.INVALID_PARAMETER, sentence);
  }
}
