# Tells whether what was built still corresponds to the sources.
#
# To be sourced, with $root set to the folder of the project. Every build of Maven that includes the
# root project begins with record_sources; what it builds is newer than the record.

assay_sources=$root/target/sources

# Prints checksum, size and name of every source and pom of all modules. Contents count, not times:
# a checkout, a copy or a deletion leaves files that are older than what was built.
list_sources() {
  (cd "$root" && find . \( -name target -o -name '.?*' -o -path '*/src/test' -o -path ./docs \) -prune \
    -o \( -name pom.xml -o -path '*/src/main/*' \) -type f -exec cksum {} + | LC_ALL=C sort -k 3)
}

# Records the sources. An equal record remains as old as it is, so that a run of Maven that builds
# nothing, such as a test, makes nothing outdated.
record_sources() {
  mkdir -p "${assay_sources%/*}"
  list_sources >"$assay_sources.new"
  if cmp -s "$assay_sources.new" "$assay_sources"; then
    rm "$assay_sources.new"
  else
    mv "$assay_sources.new" "$assay_sources"
  fi
}

# Must $1, a file that a build writes last, be built again? It must when it is missing, when it was
# not built since the sources were recorded, or when they differ from the record. $2 is a pattern of
# sources that do not count.
outdated() {
  [ -n "$(find "$1" -newer "$assay_sources" 2>/dev/null)" ] || return 0
  [ "$(list_sources | grep -v "${2:-^$}")" != "$(grep -v "${2:-^$}" "$assay_sources")" ]
}
