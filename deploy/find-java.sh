# Finds a JDK that is new enough, even where the default `java` is older.
#
# To be sourced. Sets and exports JAVA_HOME and returns 0, or returns 1 and leaves it alone.

assay_java_wanted=25

# Prints the major version of the JDK in folder $1; nothing when there is no JDK.
assay_jdk_major() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] || return 0
  if [ -r "$1/release" ]; then
    sed -n 's/^JAVA_VERSION="\{0,1\}\([0-9]*\).*/\1/p' "$1/release"
  else
    "$1/bin/java" -version 2>&1 | sed -n '1s/.*"\([0-9]*\).*/\1/p'
  fi
}

# Prints every folder that may be a JDK, one a line, the most deliberate choice first.
assay_jdk_candidates() {
  [ -z "${JAVA_HOME:-}" ] || printf '%s\n' "$JAVA_HOME"
  assay_javac=$(command -v javac 2>/dev/null) || assay_javac=
  if [ -n "$assay_javac" ]; then
    dirname "$(dirname "$(readlink -f "$assay_javac" 2>/dev/null || printf '%s' "$assay_javac")")"
  fi
  for assay_dir in /usr/lib/jvm/* /usr/local/lib/jvm/* /usr/java/* /usr/local/* /opt/* /opt/*/* \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/* \
    "${HOME:-/nonexistent}"/.local/share/mise/installs/java/* \
    "${HOME:-/nonexistent}"/.asdf/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    [ ! -x "$assay_dir/bin/javac" ] || printf '%s\n' "$assay_dir"
  done
}

# Takes JAVA_HOME and PATH when they are new enough, then the wanted version, then any newer one.
find_java() {
  assay_found= assay_newer=
  while IFS= read -r assay_dir; do
    assay_major=$(assay_jdk_major "$assay_dir")
    [ -n "$assay_major" ] || continue
    if [ "$assay_major" -eq "$assay_java_wanted" ] ||
      { [ "$assay_major" -gt "$assay_java_wanted" ] && [ "$assay_dir" = "${JAVA_HOME:-}" ]; }; then
      assay_found=$assay_dir
      break
    elif [ "$assay_major" -gt "$assay_java_wanted" ] && [ -z "$assay_newer" ]; then
      assay_newer=$assay_dir
    fi
  done <<END
$(assay_jdk_candidates)
END
  assay_found=${assay_found:-$assay_newer}
  [ -n "$assay_found" ] || return 1
  JAVA_HOME=$assay_found
  export JAVA_HOME
}
