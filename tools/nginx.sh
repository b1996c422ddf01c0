#!/bin/sh
# Print the path of an installed nginx; install one where that is possible.
set -eu
. "$(dirname "$0")/install.sh"
PATH="$PATH:/usr/sbin:/sbin"

command -v nginx && exit 0
# At this run level the package starts no server.
export RUNLEVEL=1
install_packages "the tests of its configuration" nginx
command -v nginx && exit 0

echo "The tests of the nginx configuration need nginx: install the package nginx." >&2
exit 1
