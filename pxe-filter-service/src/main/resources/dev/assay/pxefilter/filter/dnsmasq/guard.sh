# Denies every machine when the filter dies, hangs or is paused: then nothing has arrived on standard
# input for $3 seconds, or its other end is closed. Arguments: the dhcp-hostsdir, the folder in it from
# which the filter renames files into place, seconds, the pid file of dnsmasq or "". "bye" ends the guard
# without denying anyone.
hosts=$1
writer=$2
trap '' INT HUP
trap : TERM
while :; do
  case $(timeout "$3" dd bs=64 count=1 2>/dev/null) in
    *bye*) exit 0 ;;
    '') break ;;
  esac
done
cd "$hosts" || exit 1
# First, so that a filter that wakes up cannot rename a file over one of the following.
mv "$writer" "$writer.closed"
# Overwritten in place, for which a full disk has space: the longer line replaces the shorter.
deny() {
  printf '%s,ignore\n' "$2" 1<>"$1"
}
[ -z "$(find unknown_hosts_filter -size 12c 2>/dev/null)" ] ||
  deny unknown_hosts_filter '*:*:*:*:*:*'
find . -maxdepth 1 -type f -size 18c -name '??:??:??:??:??:??' |
  while IFS= read -r file; do
    deny "$file" "${file#./}"
  done
# For a dnsmasq that does not watch the folder.
pid=$(cat "$4" 2>/dev/null)
[ "$(cat "/proc/$pid/comm" 2>/dev/null)" != dnsmasq ] || kill -HUP "$pid"
rm -rf "$writer.closed"
