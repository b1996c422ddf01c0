#!/bin/sh
# Print the path of an installed Chromium; install one where that is possible.
# The headless shell is Chromium without its window: the tests take half the time in it.
set -eu
. "$(dirname "$0")/install.sh"

find_browser() {
    for name in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser \
        google-chrome google-chrome-stable; do
        [ -n "$name" ] && command -v "$name" && return 0
    done
    return 1
}

find_browser && exit 0
for package in chromium-headless-shell chromium; do
    install_packages "the browser tests" "$package"
    find_browser && exit 0
done

echo "The browser tests need Chromium: install the package chromium, or set CHROMIUM to its path." >&2
exit 1
