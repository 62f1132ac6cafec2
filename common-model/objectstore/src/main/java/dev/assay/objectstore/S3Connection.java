package dev.assay.objectstore;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Makes the client of the library from {@link S3Config}. It reads nothing but these options:
 * neither environment variables nor files of other tools. What only Amazon offers is switched off.
 */
final class S3Connection {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private S3Connection() {}

  /**
   * Opens nothing yet.
   *
   * @throws IllegalArgumentException when an option is missing or makes no sense
   */
  static S3Client client(S3Config config) {
    var credentials =
        AwsBasicCredentials.create(
            required("access-key", config.accessKey()), required("secret-key", config.secretKey()));
    return S3Client.builder()
        .endpointOverride(endpoint(config))
        .region(Region.of(required("region", Optional.of(config.region()))))
        .credentialsProvider(StaticCredentialsProvider.create(credentials))
        .forcePathStyle(config.pathStyle())
        .disableS3ExpressSessionAuth(true)
        // Swift and older stores know neither the checksums nor the chunks of newer SDKs.
        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
        .addPlugin(LegacyMd5Plugin.create())
        .serviceConfiguration(
            options -> options.chunkedEncodingEnabled(false).expectContinueEnabled(false))
        .httpClient(http(config))
        .overrideConfiguration(limits(config))
        .build();
  }

  private static SdkHttpClient http(S3Config config) {
    var connect =
        within(
            "connect-timeout",
            config.connectTimeout(),
            Duration.ofMillis(100),
            Duration.ofMinutes(1));
    var http =
        UrlConnectionHttpClient.builder()
            .connectionTimeout(connect)
            .socketTimeout(config.requestTimeout())
            .proxyConfiguration(
                proxy -> proxy.useSystemPropertyValues(false).useEnvironmentVariablesValues(false));
    config
        .caFile()
        .map(TrustedAuthorities::of)
        .ifPresent(trusted -> http.tlsTrustManagersProvider(() -> trusted));
    return http.build();
  }

  private static ClientOverrideConfiguration limits(S3Config config) {
    var attempt =
        within(
            "request-timeout",
            config.requestTimeout(),
            Duration.ofSeconds(1),
            Duration.ofMinutes(5));
    int attempts = config.attempts();
    if (attempts < 1 || attempts > 10) {
      throw new IllegalArgumentException(
          "assay.inventory.s3.attempts is %d: give 1 to 10".formatted(attempts));
    }
    var pauses = BackoffStrategy.exponentialDelay(FIRST_PAUSE, LONGEST_PAUSE);
    return ClientOverrideConfiguration.builder()
        .apiCallAttemptTimeout(attempt)
        .apiCallTimeout(attempt.multipliedBy(attempts))
        .retryStrategy(
            StandardRetryStrategy.builder()
                .maxAttempts(attempts)
                .backoffStrategy(pauses)
                .throttlingBackoffStrategy(pauses)
                // One busy moment must not take the retries away from the calls of the next.
                .circuitBreakerEnabled(false)
                .build())
        .defaultProfileFile(ProfileFile.aggregator().build())
        .build();
  }

  private static URI endpoint(S3Config config) {
    var endpoint =
        config.endpoint().orElseThrow(() -> missing("endpoint", "URL of the store's S3 API"));
    var scheme = String.valueOf(endpoint.getScheme());
    if (!(scheme.equals("https") || scheme.equals("http"))
        || endpoint.getHost() == null
        || endpoint.getUserInfo() != null
        || endpoint.getQuery() != null) {
      throw new IllegalArgumentException(
          "assay.inventory.s3.endpoint is not the URL of a store: give http or https, a host, and a"
              + " port if it has one, such as https://swift.example.org:8080");
    }
    return endpoint;
  }

  static String required(String name, Optional<String> value) {
    return value
        .filter(text -> !text.isBlank())
        .orElseThrow(() -> missing(name, "the store needs it"));
  }

  private static IllegalArgumentException missing(String name, String why) {
    return new IllegalArgumentException(
        "assay.inventory.s3.%s is missing: %s".formatted(name, why));
  }

  private static Duration within(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "assay.inventory.s3.%s is %s ms: give %s to %s ms"
              .formatted(name, value.toMillis(), least.toMillis(), most.toMillis()));
    }
    return value;
  }
}
