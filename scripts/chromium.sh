#!/bin/sh
# Print the path of a working Chromium; find one, or install one. Messages go to stderr.
# On Debian as root it also installs a font for Hindi and one for Chinese, if there is none.
#
# Order: $CHROMIUM, a browser on PATH, Playwright's own; then apt, then Playwright's download. The
# headless shell is preferred to the full browser: it takes two thirds of the CPU time.
set -u
cd "$(dirname "$0")/.."

runs() { # a command on PATH may be a stub that only suggests a snap
    [ -n "$1" ] && command -v "$1" >/dev/null 2>&1 &&
        "$1" --version --no-sandbox 2>/dev/null | grep -qiE 'chrom(e|ium)'
}

playwrights() {
    .venv/bin/python - 2>/dev/null <<'PYTHON'
from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
PYTHON
}

found() {
    for candidate in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" "$(playwrights)"; do
        if runs "$candidate"; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

apt() { # PACKAGE...
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -q && apt-get install -qy --no-install-recommends "$@"; } >&2 </dev/null
}

fonts() { # without them a page in Hindi or Chinese shows boxes
    command -v fc-list >/dev/null 2>&1 || return 0
    [ -n "$(fc-list :lang=hi)" ] || apt fonts-lohit-deva
    [ -n "$(fc-list :lang=zh-cn)" ] || apt fonts-wqy-microhei
}

if ! browser=$(found); then
    echo "No Chromium here; trying to install one (the browser tests need it) ..." >&2
    # apt first if it may be used: it also installs the libraries that the browser needs.
    apt chromium-headless-shell || apt chromium ||
        .venv/bin/python -m playwright install chromium >&2 </dev/null
    browser=$(found) || browser=
fi
if [ -n "$browser" ]; then
    fonts
    echo "$browser"
    exit 0
fi

cat >&2 <<'WORDS'
There is no Chromium, and it could not be installed. Please do one of these:
  apt-get install chromium          (Debian, as root)
  .venv/bin/playwright install --with-deps chromium
  CHROMIUM=/path/to/chromium make test
WORDS
exit 1
