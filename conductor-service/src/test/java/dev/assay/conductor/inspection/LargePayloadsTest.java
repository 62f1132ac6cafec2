package dev.assay.conductor.inspection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.command.CommandHandler;
import dev.assay.memory.PayloadMemory;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.storedjson.CompressedJson;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Payloads that need much memory, or are damaged. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LargePayloadsTest {
  private static final String SAMPLE = "03-arm64.json";
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Inject CommandHandler handler;
  @Inject Bench bench;
  @Inject PayloadMemory memory;

  @BeforeEach
  void clear() {
    bench.clear();
  }

  @Test
  void wait_for_memory_without_holding_their_node() throws InterruptedException {
    var large = bench.processing(withLogs(3_000_000));
    var held = memory.large().await(memory.large().size());
    Thread processing;
    try (held) {
      processing = Thread.ofPlatform().start(() -> process(large));
      await()
          .atMost(LIMIT)
          .until(() -> processing.getState() == Thread.State.WAITING); // for memory
      assertThat(bench.state(large).reservation()).isNull();
      assertThat(bench.state(large).stage()).isEqualTo("processing");

      var small = bench.processing("{\"inventory\": {}}");
      process(small);
      assertThat(bench.state(small).stage()).isEqualTo("error");
    }
    assertThat(processing.join(LIMIT)).isTrue();
    assertThat(bench.state(large).provisionState()).isEqualTo("manageable");
    assertThat(memory.large().free()).isEqualTo(memory.large().size());
  }

  @Test
  void that_are_damaged_end_the_inspection_with_the_reason() {
    var run = bench.processing(Bench.sample(SAMPLE));
    bench.storePayload(run, new byte[] {1, 2, 3});
    process(run);
    assertThat(bench.state(run).provisionState()).isEqualTo("inspect failed");
    assertThat(bench.state(run).errorCode()).isEqualTo("PAYLOAD_UNREADABLE");
    assertThat(bench.state(run).lastError()).contains("the stored payload cannot be read");
  }

  @Test
  void replace_an_inventory_that_is_damaged() {
    var run = bench.processing(Bench.sample(SAMPLE));
    bench.storeInventory(run, CompressedJson.of("{\"a\":1}".getBytes(UTF_8)).bytes(), 12);
    process(run);
    assertThat(bench.state(run).provisionState()).isEqualTo("manageable");
  }

  private void process(Bench.Run run) {
    handler.receive(
        new Envelope(new Command.ProcessCallback(run.node(), run.inspection()), "req-test")
            .write());
  }

  private static String withLogs(int length) {
    var body = StoredJson.read(Bench.sample(SAMPLE), ObjectNode.class);
    return StoredJson.write(body.put("logs", "x".repeat(length)));
  }
}
