#!/bin/sh
# Print the path of a working Chromium; find one, or install one. Messages go to stderr.
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

found && exit 0

echo "No Chromium here; trying to install one (the browser tests need it) ..." >&2
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    # apt first if it may be used: it also installs the libraries that the browser needs.
    export DEBIAN_FRONTEND=noninteractive
    {
        apt-get update -q
        apt-get install -qy --no-install-recommends chromium-headless-shell ||
            apt-get install -qy --no-install-recommends chromium
    } >&2 </dev/null
    found && exit 0
fi
.venv/bin/python -m playwright install chromium >&2 </dev/null
found && exit 0

cat >&2 <<'WORDS'
There is no Chromium, and it could not be installed. Please do one of these:
  apt-get install chromium          (Debian, as root)
  .venv/bin/playwright install --with-deps chromium
  CHROMIUM=/path/to/chromium make test
WORDS
exit 1
