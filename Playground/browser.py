"""What checks of pages in headless Chromium share: the browser, axe-core, and a line for each thing that is expected."""

import shutil
import sys

from axe_playwright_python.sync_playwright import Axe

_faults = []


def expect(title, holds, seen=""):
    """Prints whether `title` holds, and what was seen."""
    print(f"{'ok  ' if holds else 'FAIL'} {title} {seen}".rstrip())
    if not holds:
        _faults.append(title)


def chromium(playwright):
    """Debian's Chromium, which downloads nothing."""
    return playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])


def expect_no_violations(title, page):
    """Expects that axe-core reports nothing about `page`."""
    found = Axe().run(page).response["violations"]
    expect(title, not found, str([(one["id"], one["nodes"][0]["html"][:120]) for one in found]))


def finish():
    """Ends the process, with 1 where something was not as expected."""
    sys.exit(1 if _faults else 0)
