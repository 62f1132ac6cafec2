package dev.assay.storedjson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonMemberTest {
  @Test
  void what_follows_the_member_is_read_only_for_a_reader() throws Exception {
    var json = bytes("{'a':1,'b':2,'c':3,'d':nonsense");
    var names = new ArrayList<String>();

    assertThat(JsonMember.find(json, "b")).contains(new JsonMember(7, 11, 12, 13, false));
    assertThatThrownBy(() -> JsonMember.find(json, "b", (name, _) -> names.add(name)))
        .isInstanceOf(JsonProcessingException.class);
    assertThat(names).containsExactly("a", "b", "c");
  }

  @Test
  void a_member_of_a_member_is_not_found() throws Exception {
    assertThat(JsonMember.find(bytes("{'a':{'b':2}}"), "b")).isEmpty();
  }

  private static byte[] bytes(String text) {
    return text.replace('\'', '"').getBytes(UTF_8);
  }
}
