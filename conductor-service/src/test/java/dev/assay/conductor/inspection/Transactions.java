package dev.assay.conductor.inspection;

import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionScoped;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls back when the calling thread begins a transaction. */
@Singleton
class Transactions {
  private final Bench bench;
  private final ThreadLocal<Runnable> atBegin = new ThreadLocal<>();

  Transactions(Bench bench) {
    this.bench = bench;
  }

  void during(Runnable work, Runnable atEachBegin) {
    atBegin.set(atEachBegin);
    try {
      work.run();
    } finally {
      atBegin.remove();
    }
  }

  /** Returns how many of the transactions that {@code work} begins find a lease of the node. */
  int underLease(Bench.Run run, Runnable work) {
    var begun = new AtomicInteger();
    during(
        work,
        () -> {
          if (bench.state(run).reservation() != null) {
            begun.incrementAndGet();
          }
        });
    return begun.get();
  }

  void begun(@Observes @Initialized(TransactionScoped.class) Object transaction) {
    var then = atBegin.get();
    if (then != null) {
      atBegin.remove(); // for the transactions that it begins itself
      then.run();
      atBegin.set(then);
    }
  }
}
