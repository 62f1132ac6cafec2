# Builds the applications of the services when their sources are newer.
#
# To be sourced after set-up.sh and sources.sh, with $root set to the folder of the project.

# The build writes that of deploy/standalone last; it holds every module but integration-tests, of
# which the simulator is a module of its own.
assay_last_jar=$root/deploy/standalone/target/quarkus-app/quarkus-run.jar

# Options are for Maven.
need_applications() {
  outdated "$assay_last_jar" ' ./integration-tests/\(deployment/\|stack/\|src/\|pom\)' || return 0
  build_applications "$@"
}

# The same with the PostgreSQL of this machine in the all-in-one: the last build may have been for images
# of another platform.
need_applications_of_this_machine() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) need_applications_with_postgres linux-amd64 ;;
    Linux-aarch64) need_applications_with_postgres linux-arm64v8 ;;
    Darwin-arm64) need_applications_with_postgres darwin-arm64v8 ;;
    Darwin-x86_64) need_applications_with_postgres darwin-amd64 ;;
    *) need_applications ;;
  esac
}

# The same with the PostgreSQL of platform $1, such as linux-amd64.
need_applications_with_postgres() {
  postgres_platform=$1
  shift
  if ls "${assay_last_jar%/*}"/lib/main/*.embedded-postgres-binaries-"$postgres_platform"-*.jar \
    >/dev/null 2>&1; then
    need_applications -Dpostgres.platform="$postgres_platform" "$@"
  else
    build_applications -Dpostgres.platform="$postgres_platform" "$@"
  fi
}

build_applications() {
  say "Building Assay; this takes one to two minutes, longer the first time ..."
  need_maven
  # In a new checkout nobody has changed anything, so tests and checks are left out. Later they are
  # not: Maven would not repeat for them what it has compiled once.
  profile=-Papplications-only
  [ ! -d "$root/common-model/target/classes" ] || profile=
  # shellcheck disable=SC2086 # no option, or one
  (cd "$root" && ./mvnw -q -B -T 2 $profile -DskipTests -Dspotless.check.skip=true "$@" \
    -pl deploy/standalone -am package >&2) || die "The build failed; the reason stands above."
  touch "$assay_last_jar"
}
