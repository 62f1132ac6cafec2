package dev.assay.bench;

import java.util.Locale;

/** The installation that a benchmark measures. */
enum StackKind {
  /** The all-in-one process and its database. */
  STANDALONE,
  /** Each service in a process of its own, with PostgreSQL and RabbitMQ. */
  SERVICES;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
