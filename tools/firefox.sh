#!/bin/sh
# Print the path of an installed Firefox; install one where that is possible.
set -eu
. "$(dirname "$0")/install.sh"

find_firefox() {
    for name in "${FIREFOX:-}" firefox-esr firefox; do
        [ -n "$name" ] && command -v "$name" && return 0
    done
    return 1
}

find_firefox && exit 0
install_packages "the browser tests" firefox-esr
find_firefox && exit 0

echo "The browser tests need Firefox: install the package firefox-esr, or set FIREFOX to its path." >&2
exit 1
