# Sourced by the finders beside it: install packages where that is possible.

# install_packages PURPOSE PACKAGE...
install_packages() {
    purpose=$1
    shift
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "Installing $* for $purpose ..." >&2
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends "$@" >&2 || true
    fi
}
