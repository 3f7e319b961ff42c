"""Film a guest's first minutes in each game, for people who want to see what a newcomer meets.

.venv/bin/python scripts/film.py http://127.0.0.1:8000 --into film

The platform must be running (`make run`). For each game a new guest opens the lobby, types a name,
takes a quick seat and plays: they press whatever their action bar offers, at a human pace. Films
(`GAME.webm`) and stills (`GAME-01-lobby.png` …) go to the folder. Playwright records with its own
ffmpeg: `.venv/bin/playwright install ffmpeg`. `CHROMIUM` names the browser.
"""

import argparse
import os
import random
import shutil
import sys
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

SIZES = {"desktop": (1280, 720), "phone": (390, 844)}
NAMES = ("Nadia", "Tomas", "Ines", "Ravi", "Mei", "Olu", "Petra", "Joon")
ON = "button:visible:not(:disabled, [aria-disabled=true], .off)"
BUTTONS = f".dock {ON}, .hero {ON}, .waiting {ON}"
GIVING_UP = ("pack", "fold", "leave", "sit out", "invite", "bots")
"""Words of buttons that the guest seldom presses."""
READ_S, LOOK_S = 2.5, 1.2
"""How long the guest reads a new page, and looks before pressing a button."""


class Guest:
    """A guest in a window that is filmed."""

    def __init__(self, page: Page, game: str, into: Path, rng: random.Random) -> None:
        self.page, self.game, self.into, self.rng = page, game, into, rng
        self.stills = 0

    def still(self, title: str) -> None:
        """Keep a picture of this moment."""
        self.stills += 1
        self.page.screenshot(path=self.into / f"{self.game}-{self.stills:02}-{title}.png")

    def arrive(self) -> str:
        """Come from the lobby to a table under a typed name; returns the name."""
        page = self.page
        page.goto("/")
        page.wait_for_timeout(1_000 * READ_S)
        self.still("lobby")
        page.locator(f".game-tiles a[href$='quick%3D{self.game}']").click()
        name = f"{self.rng.choice(NAMES)} {self.rng.randrange(100, 1_000)}"
        field = page.get_by_label("Your name")
        field.fill("")
        field.press_sequentially(name, delay=90)
        page.wait_for_timeout(1_000 * LOOK_S)
        self.still("name")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url("**/t/**")
        page.locator(".dock").wait_for()
        page.wait_for_timeout(1_000 * READ_S)
        self.still("seated")
        return name

    def play(self, until: float) -> int:
        """Press what the action bar offers until this moment; returns how many presses."""
        presses, marks = 0, [until - left for left in (90, 60, 30)]
        while time.monotonic() < until:
            self.page.wait_for_timeout(1_000 * LOOK_S)
            if marks and time.monotonic() > marks[0]:
                marks.pop(0)
                self.still("later")
            if self._press():
                presses += 1
                if presses in (1, 2, 3):
                    self.still("pressed")
        self.still("end")
        return presses

    def _press(self) -> bool:
        offered = self.page.locator(BUTTONS)
        words = [text.strip().lower() for text in offered.all_inner_texts()]
        order = list(range(len(words)))
        self.rng.shuffle(order)
        for number in order:
            gives_up = any(word in words[number] for word in GIVING_UP)
            if gives_up and self.rng.random() < 0.8:
                continue
            try:
                offered.nth(number).click(timeout=2_000)
            except TimeoutError:
                continue
            return True
        return False


def film(browser: Browser, base: str, game: str, args: argparse.Namespace) -> None:
    """Film one game."""
    width, height = SIZES[args.size]
    context = browser.new_context(
        base_url=base,
        viewport={"width": width, "height": height},
        record_video_dir=args.into / "raw",
        record_video_size={"width": width, "height": height},
    )
    page = context.new_page()
    began = time.monotonic()
    rng = random.Random(args.seed and f"{args.seed} {game}")  # noqa: S311 -- a film, no secret
    guest = Guest(page, game, args.into, rng)
    try:
        name = guest.arrive()
        arrived = time.monotonic() - began
        presses = guest.play(began + args.seconds)
        print(f"{game}: {name} sat after {arrived:.0f} s, pressed {presses} buttons")
    finally:
        video = page.video
        context.close()
        if video is not None:
            shutil.move(video.path(), args.into / f"{game}-{args.size}.webm")


def main() -> int:
    """Film each game of a running platform."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("base", help="the address of the platform, such as http://127.0.0.1:8000")
    parser.add_argument("--into", type=Path, default=Path("film"))
    parser.add_argument("--games", nargs="*", help="keys of games; all that the lobby offers")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--size", choices=SIZES, default="desktop")
    parser.add_argument("--seed", type=int, default=None, help="for the same names and presses")
    args = parser.parse_args()
    args.into.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(base_url=args.base)
        page.goto("/")
        links = page.locator(".game-tiles a").all()
        keys = [str(link.get_attribute("href")).rsplit("quick%3D", 1)[1] for link in links]
        page.close()
        for game in args.games or keys:
            film(browser, args.base, game, args)
        browser.close()
    shutil.rmtree(args.into / "raw", ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
