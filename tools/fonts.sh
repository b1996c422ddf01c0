#!/bin/sh
# See to the fonts with which the browser tests look at the pages.
set -eu
. "$(dirname "$0")/install.sh"

find_fonts() {
    for name in DejaVuSans.ttf DejaVuSansMono.ttf LiberationSans-Regular.ttf; do
        [ -n "$(find /usr/share/fonts /usr/local/share/fonts "$HOME/.local/share/fonts" \
            -name "$name" 2>/dev/null)" ] || return 1
    done
}

find_fonts && exit 0
install_packages "the browser tests" fonts-dejavu-core fonts-liberation
find_fonts && exit 0

echo "The browser tests need two sets of fonts: install the packages fonts-dejavu-core and fonts-liberation." >&2
exit 1
