package dev.assay.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReferenceTest {
  @Test
  void is_another_one_each_time_and_well_formed() {
    var references = Stream.generate(Reference::random).limit(1000).toList();
    assertThat(references).doesNotHaveDuplicates().allMatch(Reference::wellFormed);
  }

  @Test
  void is_read_as_people_write_it() {
    assertThat(Reference.read(" o1il-abc-xyz ")).isEqualTo("0111ABCXYZ");
    assertThat(Reference.wellFormed("0111ABCXYZ")).isTrue();
    assertThat(Reference.wellFormed("0111ABCXY")).isFalse();
    assertThat(Reference.wellFormed("0111ABCXYU")).isFalse();
  }
}
