# What podman and docker do differently. To be sourced, with $engine set or empty.

# Finds an engine that answers; sets $engine.
need_engine() {
  for candidate in ${engine:-podman docker}; do
    if command -v "$candidate" >/dev/null 2>&1 && "$candidate" info >/dev/null 2>&1; then
      engine=$candidate
      return 0
    fi
  done
  die "Images need podman or docker, and none of them answers: install one (sudo apt-get install \
podman) and try \`podman info\`."
}

# Builds an image from the folder $1 with further options.
engine_build() {
  folder=$1
  shift
  case $engine in
    podman)
      # The network of the machine: building needs the package source and nothing else.
      podman build --quiet --layers --network host --timestamp "$SOURCE_DATE_EPOCH" \
        --file "$folder/Containerfile" "$@" "$folder" >/dev/null
      ;;
    *)
      docker buildx build --quiet --load --build-arg "SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH" \
        --file "$folder/Containerfile" "$@" "$folder" >/dev/null
      ;;
  esac || die "The image was not built; the reason stands above."
}

# amd64 or arm64
machine_architecture() {
  case $(uname -m) in
    x86_64) printf amd64 ;;
    aarch64) printf arm64 ;;
    *) die "There is no PostgreSQL for $(uname -m) in the all-in-one: use --platform." ;;
  esac
}

# Makes the image $1 stand for those of the platforms that follow.
join_platforms() {
  joined=$1
  shift
  case $engine in
    podman)
      podman manifest rm "$joined" >/dev/null 2>&1 || true
      podman manifest create "$joined" >/dev/null
      for each in "$@"; do
        podman manifest add "$joined" "containers-storage:$joined-${each##*/}" >/dev/null
      done
      ;;
    *)
      say "Push the images, then: docker buildx imagetools create -t $joined$(
        for each in "$@"; do printf ' %s' "$joined-${each##*/}"; done
      )"
      ;;
  esac
}
