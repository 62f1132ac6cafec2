package dev.assay.objectstore;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which options stop the start, and with what sentence. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class S3ConnectionTest {
  private final Options good = Options.at("https://swift.example.org:8080");

  @Test
  void an_endpoint_is_the_url_of_a_host() {
    for (var url :
        new String[] {"swift.example.org", "ftp://host", "https:///x", "https://user:pw@host"}) {
      refused(Options.at(url), "assay.inventory.s3.endpoint is not the URL of a store");
    }
  }

  @Test
  void bucket_and_keys_are_needed() {
    refused(good.withBucket(" "), "assay.inventory.s3.bucket is missing");
    refused(good.withKeys("", "secret"), "assay.inventory.s3.access-key is missing");
    refused(good.withKeys("access", ""), "assay.inventory.s3.secret-key is missing");
    refused(good.withRegion(""), "assay.inventory.s3.region is missing");
  }

  @Test
  void a_prefix_has_the_characters_of_keys() {
    refused(good.withPrefix("/assay"), "assay.inventory.s3.prefix is \"/assay\"");
    refused(good.withPrefix("a b"), "without a slash at either end");
    new S3ObjectStore(good.withPrefix("")).close();
    new S3ObjectStore(good.withPrefix("one/two")).close();
  }

  @Test
  void times_and_attempts_have_limits() {
    refused(
        good.withAttempts(3, Duration.ofMillis(10)),
        "assay.inventory.s3.request-timeout is 10 ms: give 1000 to 300000 ms");
    refused(good.withAttempts(0, Duration.ofSeconds(1)), "assay.inventory.s3.attempts is 0");
    refused(good.withAttempts(11, Duration.ofSeconds(1)), "give 1 to 10");
  }

  @Test
  void a_ca_file_holds_certificates(@TempDir Path folder) throws Exception {
    refused(good.withCaFile(folder.resolve("absent")), "assay.inventory.s3.ca-file names");
    var empty = Files.writeString(folder.resolve("empty.pem"), "");
    refused(good.withCaFile(empty), "it holds no certificate");
  }

  private static void refused(Options options, String sentence) {
    assertThatThrownBy(() -> new S3ObjectStore(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }
}
