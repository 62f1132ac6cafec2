package dev.assay.api.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.event.EventFilter;
import dev.assay.event.InspectionEvent;
import dev.assay.event.Place;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RecentEventsTest {
  private final RecentEvents recent = new RecentEvents();

  @Test
  void a_stream_gets_what_is_behind_its_place() {
    add(1, 5);

    assertThat(textsBehind(place(3))).isEqualTo(texts(4, 5));
    assertThat(textsBehind(Place.START)).isEqualTo(texts(1, 5));
    assertThat(recent.behind(place(5))).isEmpty();
    assertThat(recent.behind(place(9))).isEmpty();
  }

  @Test
  void streams_that_are_as_far_share_one_text_until_there_is_more() {
    add(1, 5);
    var first = recent.behind(place(3));
    assertThat(recent.behind(place(3))).isSameAs(first);
    assertThat(recent.behind(place(2))).isNotSameAs(first);

    add(6, 6);

    assertThat(textsBehind(place(3))).isEqualTo(texts(4, 6));
    assertThat(textOf(first, place(3), EventFilter.ALL)).isEqualTo(texts(4, 5));
  }

  @Test
  void what_every_stream_has_got_is_forgotten() {
    add(1, 5);

    recent.forget(place(3));

    assertThat(textsBehind(Place.START)).isEqualTo(texts(4, 5));
  }

  @Test
  void is_full_until_streams_have_got_some() {
    var last = 0;
    while (!recent.isFull()) {
      add(++last, last);
    }
    assertThat(last).isBetween(5_000, 50_000);

    recent.forget(place(last / 2));

    assertThat(recent.isFull()).isFalse();
    add(last + 1, last + 1);
    assertThat(textsBehind(place(last - 1))).isEqualTo(texts(last, last + 1));
  }

  @Test
  void a_long_text_is_divided_and_nothing_is_left_out_or_doubled() {
    add(1, 1000);

    var batches = recent.behind(Place.START);

    assertThat(batches).hasSizeGreaterThan(2);
    assertThat(batches.getLast().end()).isEqualTo(place(1000));
    assertThat(textOf(batches, Place.START, EventFilter.ALL)).isEqualTo(texts(1, 1000));
    for (var batch : batches) {
      assertThat(batch.text(Place.START, EventFilter.ALL).length())
          .isLessThan(Batch.SHARED_LENGTH + 1000);
    }
  }

  @Test
  void a_stream_that_has_some_of_a_text_or_wants_some_gets_those() {
    add(1, 10);
    var batches = recent.behind(Place.START);
    var even = new EventFilter(Set.of(), Set.of("waiting"), Set.of(), Set.of(), false);

    assertThat(textOf(batches, place(8), EventFilter.ALL)).isEqualTo(texts(9, 10));
    assertThat(textOf(batches, place(7), even)).isEqualTo(texts(8, 8) + texts(10, 10));
    assertThat(textOf(batches, place(10), EventFilter.ALL)).isEmpty();
  }

  private void add(int first, int last) {
    events(first, last).forEach(recent::add);
  }

  private String textsBehind(Place place) {
    return textOf(recent.behind(place), place, EventFilter.ALL);
  }

  private static String textOf(List<Batch> batches, Place place, EventFilter filter) {
    return batches.stream()
        .map(batch -> batch.text(place, filter).toString(StandardCharsets.UTF_8))
        .collect(Collectors.joining());
  }

  private static String texts(int first, int last) {
    return events(first, last).stream()
        .map(event -> event.text().toString(StandardCharsets.UTF_8))
        .collect(Collectors.joining());
  }

  private static List<EncodedEvent> events(int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(RecentEventsTest::event).toList();
  }

  /** Those with even numbers are of another stage. */
  private static EncodedEvent event(int number) {
    return EncodedEvent.of(
        new InspectionEvent(
            place(number),
            Instant.EPOCH.plusSeconds(number),
            new UUID(1, number),
            null,
            "",
            new UUID(2, number),
            "requested",
            number % 2 == 0 ? "waiting" : "starting",
            null,
            null,
            null));
  }

  private static Place place(int number) {
    return new Place(100 + number / 3, number);
  }
}
