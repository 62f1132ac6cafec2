package dev.assay.api.inventory;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.document.InventoryConfig;
import dev.assay.document.InventoryConfig.DataBackend;
import dev.assay.error.AssayException;
import dev.assay.node.ProvisionState;
import dev.assay.testing.Fixtures;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class KeptInventoriesTest {
  private record Kept(DataBackend dataBackend) implements InventoryConfig {
    @Override
    public Compression compression() {
      return Compression.ZSTD;
    }
  }

  @Test
  void where_none_are_kept_the_answer_says_so() {
    var node = Fixtures.node(ProvisionState.MANAGEABLE, Instant.EPOCH);

    assertThatThrownBy(() -> new KeptInventories(new Kept(DataBackend.NONE)).require(node))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining(node.uuid().toString())
        .hasMessageContaining("assay.inventory.data-backend is none");
    assertThatCode(() -> new KeptInventories(new Kept(DataBackend.DATABASE)).require(node))
        .doesNotThrowAnyException();
  }
}
