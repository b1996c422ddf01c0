#!/bin/sh
# Print the path of an installed Chromium; install one where that is possible.
set -eu

find_browser() {
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
        [ -n "$name" ] && command -v "$name" && return 0
    done
    return 1
}

find_browser && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser tests ..." >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends chromium >&2 || true
    find_browser && exit 0
fi

echo "The browser tests need Chromium: install the package chromium, or set CHROMIUM to its path." >&2
exit 1
