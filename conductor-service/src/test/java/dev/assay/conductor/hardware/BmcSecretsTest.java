package dev.assay.conductor.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.error.UntrustedText;
import dev.assay.hardware.Bmc;
import dev.assay.id.NodeId;
import dev.assay.storedjson.StoredJson;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BmcSecretsTest {
  @Test
  void only_the_values_of_secret_keys_are_omitted() {
    var info = StoredJson.object().put("x_password", "rabbit-hole").put("user", "alice-liddell");
    info.putObject("nested").put("secret", "looking-glass");
    var texts = BmcSecrets.omitted(new Bmc(NodeId.random(), info));

    assertThat(texts.words("alice-liddell may")).isEqualTo("alice-liddell may");
    assertThat(texts.words("she has rabbit-hole")).isEqualTo(UntrustedText.LEFT_OUT);
    assertThat(texts.words("a looking-glass")).isEqualTo(UntrustedText.LEFT_OUT);
  }
}
