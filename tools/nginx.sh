#!/bin/sh
# Print the path of an installed nginx; install one where that is possible.
set -eu
PATH="$PATH:/usr/sbin:/sbin"

command -v nginx && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing nginx for the tests of its configuration ..." >&2
    # At this run level the package starts no server.
    export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
    apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends nginx >&2 || true
    command -v nginx && exit 0
fi

echo "The tests of the nginx configuration need nginx: install the package nginx." >&2
exit 1
