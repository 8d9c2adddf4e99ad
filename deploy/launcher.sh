#!/bin/sh
# The paylink of a release: starts the service with the runtime and the PostgreSQL that are installed with it.
set -eu

home=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
JAVA_HOME="$home/runtime"
java_major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$JAVA_HOME/release")
service_jar="$home/lib/paylink-server.jar"
service_libraries="$home/lib/libraries"
service_options="-Dpaylink.postgres=$home/postgres"
build_id=$(cat "$home/lib/build-id")
# systemd names the folder that the service may write to; commands as its user have the same; elsewhere it is the
# user's own. Never somebody else's: a JVM trusts its cache, and root must not trust what the service can write.
if [ -z "${CACHE_DIRECTORY:-}" ] && [ "$home" = /usr/lib/paylink ] && [ -O /var/cache/paylink ]; then
  CACHE_DIRECTORY=/var/cache/paylink
fi
cache_folder="${CACHE_DIRECTORY:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/paylink}"
. "$home/lib/start.sh"

mkdir -p "$cache_folder" 2>/dev/null || true
if [ "${1:-}" = train ]; then
  train
  exit
fi
service_run "$@"
