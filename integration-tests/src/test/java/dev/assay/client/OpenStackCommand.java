package dev.assay.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.function.Function;

/**
 * Commands of {@code openstack baremetal}.
 *
 * @param client runs a command, whose first word is the name of the program
 */
record OpenStackCommand(Function<List<String>, Outcome> client) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The result of a command.
   *
   * @param status exit status
   * @param out standard output
   * @param err standard error
   */
  record Outcome(int status, String out, String err) {
    /** The output of {@code -f json}. */
    JsonNode json() {
      try {
        return JSON.readTree(out);
      } catch (JsonProcessingException e) {
        throw new AssertionError("no JSON: " + this, e);
      }
    }

    Outcome require(int expected) {
      if (status != expected) {
        throw new AssertionError("expected exit status " + expected + " but got " + this);
      }
      return this;
    }
  }

  /** Runs {@code openstack baremetal ...}; blanks separate the words. */
  Outcome baremetal(String words, Object... values) {
    return client.apply(List.of(("openstack baremetal " + words).formatted(values).split(" ")));
  }

  /** Runs {@code openstack baremetal ... -f json}, which must succeed, and returns its output. */
  JsonNode json(String words, Object... values) {
    return baremetal(words + " -f json", values).require(0).json();
  }
}
