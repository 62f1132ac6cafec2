# What the commands of this project share: a JDK, Maven, and packages where apt can give them.
#
# To be sourced, with $root set to the folder of the project.

. "$root/deploy/find-java.sh"

say() {
  printf '%s\n' "$*" >&2
}

die() {
  say "$*"
  exit 1
}

# Prints the command that makes us root: nothing for root, sudo where it asks no password.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    printf 'env'
  elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    printf 'sudo -n env'
  else
    return 1
  fi
}

# Installs the packages $* with apt; fails when apt, the rights or one of the packages are missing.
apt_install() {
  command -v apt-get >/dev/null 2>&1 || return 1
  root_command=$(as_root) || return 1
  say "Installing $* (apt) ..."
  # The package lists of a new machine are empty or old: refresh them once, then try.
  if [ -z "${assay_apt_fresh:-}" ]; then
    $root_command DEBIAN_FRONTEND=noninteractive apt-get -q update >/dev/null 2>&1 || true
    assay_apt_fresh=yes
  fi
  $root_command DEBIAN_FRONTEND=noninteractive \
    apt-get -q -y install --no-install-recommends "$@" >/dev/null 2>&1
}

# A JDK in JAVA_HOME, installed when there is none; ends with one sentence when it cannot be had.
need_java() {
  find_java && return 0
  apt_install "openjdk-$assay_java_wanted-jdk-headless" && find_java && return 0
  die "Assay needs a JDK $assay_java_wanted and found none: install Eclipse Temurin \
$assay_java_wanted (or openjdk-$assay_java_wanted-jdk-headless where your distribution has it), \
or set JAVA_HOME to where it is."
}

# A Maven that mvnw can use. mvnw finds or downloads one; where it cannot, apt may have one.
need_maven() {
  "$root/mvnw" --version >/dev/null 2>&1 && return 0
  apt_install maven && "$root/mvnw" --version >/dev/null 2>&1 && return 0
  "$root/mvnw" --version >/dev/null || exit 1
}
