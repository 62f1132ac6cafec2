package dev.assay.bench;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/** When machines reached one step: seconds since the first order, in ascending order. */
final class Reached {
  private final double[] seconds;

  private Reached(double[] seconds) {
    this.seconds = seconds;
  }

  static Reached at(Collection<Double> seconds) {
    return new Reached(seconds.stream().mapToDouble(it -> it).sorted().toArray());
  }

  int machines() {
    return seconds.length;
  }

  /** When the last one reached it; 0 if none did. */
  double last() {
    return seconds.length == 0 ? 0 : seconds[seconds.length - 1];
  }

  /** Machines a second, from the first to the last. */
  double rate() {
    var duration = seconds.length == 0 ? 0 : last() - seconds[0];
    return duration == 0 ? 0 : machines() / duration;
  }

  /** Machines a second in those {@code window} seconds in which most reached it. */
  double highestRate(int window) {
    int most = 0;
    for (int first = 0, end = 0; first < seconds.length; first++) {
      while (end < seconds.length && seconds[end] < seconds[first] + window) {
        end++;
      }
      most = Math.max(most, end - first);
    }
    return most / (double) window;
  }

  /** How many had reached it after 0, 1, 2 ... seconds, up to {@code end}. */
  List<Integer> eachSecond(int end) {
    return IntStream.rangeClosed(0, end).map(this::until).boxed().toList();
  }

  private int until(int second) {
    var found = Arrays.binarySearch(seconds, second + Math.ulp((double) second));
    return found >= 0 ? found + 1 : -found - 1;
  }
}
