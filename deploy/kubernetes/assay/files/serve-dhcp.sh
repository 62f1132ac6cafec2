#!/bin/sh
# Runs a DHCP server for as long as the PXE filter of this pod runs. When filter and guard are killed together, as
# the end of their container does it, nobody else would keep the server from answering as it was last told.
#
# usage: serve-dhcp.sh DHCP-HOSTSDIR COMMAND [ARGUMENT...]
set -u

proc=${PROC:-/proc}
hosts=$1
shift

# The process of the filter, found in the process namespace that the containers share.
filter() {
  for each in "$proc"/[0-9]*; do
    case $(cat "$each/cmdline" 2>/dev/null | tr '\0' ' ') in
      *java*quarkus-run.jar*)
        echo "$each"
        return
        ;;
    esac
  done
}

# What an earlier filter allowed. A filter that is running writes what it allows again when it next compares the
# folder with the database; until then nobody is answered. Files that deny stay, which have one of two lengths
# ("ADDRESS,ignore"): the filter that is running may just have written them.
forget() { # more names than a command line may have
  find "$hosts" -ignore_readdir_race -mindepth 1 -maxdepth 1 -type f ! -name '.*' ! -size 25c ! -size 19c -delete
}

server=
stop() {
  [ -z "$server" ] || kill "$server" 2>/dev/null
}
trap 'stop; exit 143' TERM INT

forget || exit 1
until process=$(filter) && [ -n "$process" ]; do
  sleep 0.2
done
"$@" &
server=$!
while [ -d "$process" ] && kill -0 "$server" 2>/dev/null; do
  sleep 0.2
done
if [ ! -d "$process" ]; then
  echo "The PXE filter has ended: the DHCP server ends too." >&2
fi
stop
wait "$server"
forget
exit 1
