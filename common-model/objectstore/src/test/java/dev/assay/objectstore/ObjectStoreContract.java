package dev.assay.objectstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store of objects does. Each test uses keys of its own, so that one store serves. */
@DisplayNameGeneration(ReplaceUnderscores.class)
public abstract class ObjectStoreContract {
  private static final int LARGE = 5 * 1024 * 1024;

  /** The store under test. */
  protected abstract ObjectStore store();

  @Test
  void what_is_put_can_be_read() {
    store().put("read/one", bytes("hello"));
    assertThat(store().get("read/one")).hasValue(bytes("hello"));
  }

  @Test
  void an_object_may_be_empty_or_hold_any_byte_or_be_large() {
    var every = new byte[256];
    IntStream.range(0, 256).forEach(i -> every[i] = (byte) i);
    var large = new byte[LARGE];
    new Random(7).nextBytes(large);
    for (var content : List.of(new byte[0], every, large)) {
      store().put("content/any", content);
      assertThat(store().get("content/any").orElseThrow()).isEqualTo(content);
    }
  }

  @Test
  void an_object_that_is_not_there_is_empty() {
    assertThat(store().get("nowhere/to/be/found")).isEmpty();
  }

  @Test
  void a_second_put_replaces_the_first() {
    store().put("replaced", bytes("first"));
    store().put("replaced", bytes("second"));
    assertThat(store().get("replaced")).hasValue(bytes("second"));
    assertThat(keys(store().list("replaced", Optional.empty(), 10))).containsExactly("replaced");
  }

  @Test
  void deleted_objects_are_gone_and_others_stay() {
    List.of("gone/a", "gone/b", "gone/c").forEach(key -> store().put(key, bytes(key)));
    store().delete(List.of("gone/a", "gone/c"));
    assertThat(store().get("gone/a")).isEmpty();
    assertThat(store().get("gone/b")).hasValue(bytes("gone/b"));
    assertThat(store().get("gone/c")).isEmpty();
  }

  @Test
  void deleting_what_is_not_there_or_nothing_changes_nothing() {
    store().put("stays", bytes("here"));
    store().delete(List.of("never-there", "never/there/either"));
    store().delete(List.of());
    assertThat(store().get("stays")).hasValue(bytes("here"));
  }

  @Test
  void many_objects_can_be_deleted_at_once() {
    var keys = IntStream.range(0, 60).mapToObj("many/%03d"::formatted).toList();
    keys.forEach(key -> store().put(key, bytes(key)));
    assertThat(keys(store().list("many/", Optional.empty(), ObjectStore.MAX_KEYS)))
        .containsExactlyElementsOf(keys);
    store().delete(keys);
    assertThat(store().list("many/", Optional.empty(), 10).objects()).isEmpty();
  }

  @Test
  void a_list_goes_page_by_page_in_the_order_of_keys() {
    var keys =
        List.of("page/A", "page/a", "page/a-b", "page/a.b", "page/a/b", "page/a_b", "page/b");
    keys.reversed().forEach(key -> store().put(key, bytes(key)));
    var seen = new ArrayList<String>();
    var after = Optional.<String>empty();
    ObjectStore.Page page;
    do {
      page = store().list("page/", after, 3);
      assertThat(page.objects()).hasSizeBetween(1, 3);
      seen.addAll(keys(page));
      after = Optional.of(page.objects().getLast().key());
    } while (page.more());
    assertThat(seen).isEqualTo(keys.stream().sorted().toList());
  }

  @Test
  void a_list_has_only_keys_with_the_prefix() {
    List.of("prefix/in/1", "prefix/in/2", "prefix/inn", "prefix/out/1")
        .forEach(key -> store().put(key, bytes(key)));
    assertThat(keys(store().list("prefix/in/", Optional.empty(), 10)))
        .containsExactly("prefix/in/1", "prefix/in/2");
    assertThat(keys(store().list("prefix/in/", Optional.of("prefix/in/1"), 10)))
        .containsExactly("prefix/in/2");
    assertThat(store().list("prefix/nothing", Optional.empty(), 10))
        .isEqualTo(new ObjectStore.Page(List.of(), false));
  }

  @Test
  void a_list_tells_size_and_time() {
    var before = Instant.now();
    store().put("listed", bytes("twelve bytes"));
    var listed = store().list("listed", Optional.empty(), 1).objects().getFirst();
    assertThat(listed.bytes()).isEqualTo(12);
    assertThat(Duration.between(before, listed.modified()).abs()).isLessThan(Duration.ofMinutes(2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/a", "a/", "a//b", "../a", "a/../b", ".a", "a b", "ä", "a?b", "a%2Fb"})
  void a_key_that_is_none_is_refused(String key) {
    assertThatThrownBy(() -> store().put(key, bytes("x")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store().get(key)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store().delete(List.of(key)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void what_is_beyond_the_limits_is_refused() {
    var longest = "k".repeat(ObjectStore.MAX_KEY_LENGTH);
    assertThatCode(() -> store().put(longest, bytes("x"))).doesNotThrowAnyException();
    assertThatThrownBy(() -> store().put(longest + "k", bytes("x")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store().put("large", new byte[ObjectStore.MAX_BYTES + 1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("large has 67108865 bytes");
    assertThatThrownBy(() -> store().list("", Optional.empty(), ObjectStore.MAX_KEYS + 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store().list("", Optional.empty(), 0))
        .isInstanceOf(IllegalArgumentException.class);
    var many = IntStream.rangeClosed(0, ObjectStore.MAX_KEYS).mapToObj("k%d"::formatted).toList();
    assertThatThrownBy(() -> store().delete(many)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void many_threads_may_use_it_at_the_same_time() throws Exception {
    var calls =
        IntStream.range(0, 24)
            .<Callable<byte[]>>mapToObj(
                i ->
                    () -> {
                      store().put("threads/" + i, bytes("content " + i));
                      return store().get("threads/" + i).orElseThrow();
                    })
            .toList();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var results = threads.invokeAll(calls);
      for (int i = 0; i < calls.size(); i++) {
        assertThat(results.get(i).get()).isEqualTo(bytes("content " + i));
      }
    }
  }

  private static List<String> keys(ObjectStore.Page page) {
    return page.objects().stream().map(ObjectStore.StoredObject::key).toList();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
