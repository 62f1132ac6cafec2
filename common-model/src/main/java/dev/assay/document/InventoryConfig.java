package dev.assay.document;

import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * Where the results of inspections are kept. API services and conductors need the same values.
 * Names as in Ironic's [inventory].
 */
@ConfigMapping(prefix = "assay.inventory")
@Unremovable // a service that reads half of the prefix must not reject the other half
public interface InventoryConfig {
  /** Where results are kept. */
  enum DataBackend {
    DATABASE,
    S3,
    NONE
  }

  /** How stored texts are compressed. */
  enum Compression {
    ZSTD,
    GZIP
  }

  /**
   * Where inventories and plugin data are kept: {@code database}; {@code s3}, the object store of
   * assay.inventory.s3, to which they are moved from the database within seconds after their
   * inspection has ended; or {@code none}, which keeps neither these nor what ramdisks sent, once
   * the inspection has ended. Existing ones stay where they are: see {@code deploy/assay
   * move-inventories}. Ironic: [inventory]data_backend.
   */
  @WithDefault("database")
  DataBackend dataBackend();

  /**
   * How what ramdisks sent, inventories, plugin data and traces are compressed from now on: {@code
   * zstd}, by libzstd.so.1 of the operating system, without which it is gzip; or {@code gzip}, in
   * one and a half to two and a half times the space, which versions that know no zstd can read:
   * choose it while such versions run beside this one. Both are always read. Texts of more than 256
   * KiB are gzip. Own option.
   */
  @WithDefault("zstd")
  Compression compression();
}
