"""Uses a playground as a person would, in headless Chromium: python3 Playground/page.py FILE.html [FOLDER for pictures]

Needs PyPI's playwright and axe-playwright-python, and Chromium. Prints what it saw and exits with 1 where something is wrong.
"""

import sys
import time
from pathlib import Path

from browser import chromium, expect, expect_no_violations, finish
from playwright.sync_api import sync_playwright

file = Path(sys.argv[1]).resolve()
pictures = Path(sys.argv[2]) if len(sys.argv) > 2 else None


def ready(page):
    page.locator("#status", has_text="Ready").wait_for(timeout=60_000)


with sync_playwright() as playwright:
    browser = chromium(playwright)
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme, viewport={"width": 1400, "height": 1000})
        requests, errors = [], []
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        started = time.monotonic()
        page.goto(file.as_uri())
        ready(page)
        print(f"     {scheme}: first result after {1000 * (time.monotonic() - started):.0f} ms, {page.inner_text('#status')}")
        expect(f"{scheme}: nothing but the file is requested", requests == [file.as_uri()], str(requests[1:3]))
        page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
        expect_no_violations(f"{scheme}: axe reports nothing", page)
        if pictures:
            page.evaluate("document.querySelectorAll('#why details').forEach((one, index) => one.open = index < 2)")
            page.screenshot(path=str(pictures / f"playground-{scheme}.png"))
        expect(f"{scheme}: no error in a script", not errors, str(errors[:2]))
        page.close()

    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    page.goto(file.as_uri())
    ready(page)
    blocked = page.evaluate("fetch('https://example.org').then(() => 'sent', () => 'refused')")
    expect("a request that leaves the file is refused", blocked == "refused", blocked)

    # Shares have the names of the outcomes in the language of the page, not their ids.
    for locale in page.eval_on_selector_all("#locale option", "all => all.map(one => one.value)"):
        page.select_option("#locale", locale)
        ids, names = page.evaluate("[Object.values(engine.shares()).flatMap(Object.keys), [...document.querySelectorAll('#shares .bar span:first-child')].map((one) => one.textContent)]")
        unnamed = [one for one in ids if any(name.removeprefix("▶ ") == one for name in names)]
        expect(f"{locale}: shares have names", len(names) == len(ids) and unnamed in ([], ["none"]), str(unnamed))
    page.select_option("#locale", page.evaluate("data.locales.default"))

    # By keyboard alone: a threshold is moved, and the result is made again.
    before = page.evaluate("location.hash")
    slider = page.locator("#parameters input[type=range]").first
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect("a threshold moves by keyboard", "(" in page.locator("#parameters output").first.inner_text())
    after = page.evaluate("location.hash")
    expect("the link has the moved threshold", before != after and "parameters%22%3A%7B%22" in after)

    # What is open stays open, and the parts of the page are a key away.
    first = page.locator("#why summary").first
    opened = "document.querySelector('#why details').open"
    was = page.evaluate(opened)
    first.focus()
    page.keyboard.press("Enter")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect("a table stays as it was opened or closed", page.evaluate(opened) is not was)
    page.keyboard.press("ArrowLeft")
    page.locator("nav button").nth(1).focus()
    page.keyboard.press("Enter")
    expect("a button goes to the result", page.evaluate("document.activeElement.id") == "result-title")
    after = page.evaluate("location.hash")

    # The link shows the same in another window.
    shown = page.inner_text("#result-json") if page.locator("#result-json").is_visible() else page.evaluate("document.getElementById('result-json').textContent")
    other = browser.new_page()
    other.goto(file.as_uri() + after)
    ready(other)
    expect("the link shows the same result", other.evaluate("document.getElementById('result-json').textContent") == shown)
    other.close()

    # A trap: the next request is answered by a new instance.
    page.evaluate("engine.exports = { memory: engine.exports.memory, room() { throw new WebAssembly.RuntimeError('unreachable'); } }; run()")
    expect("a trap is a diagnostic", "playground/trap" in page.inner_text("#result"))
    page.evaluate("run()")
    expect("after a trap the engine answers", page.inner_text("#status").startswith("Answered"), page.inner_text("#status"))

    # Every operation draws something.
    for method in page.eval_on_selector_all("#method option", "all => all.map(one => one.value)"):
        page.select_option("#method", method)
        expect(f"{method} is answered", page.inner_text("#status").startswith("Answered"), page.inner_text("#status"))
        expect_no_violations(f"{method}: axe reports nothing", page)
        if pictures and method == "page":
            page.screenshot(path=str(pictures / "playground-today.png"))

    # Words of tables stay whole: they are scrolled.
    page.select_option("#method", "page" if page.locator("#method option[value=page]").count() else page.input_value("#method"))
    broken = page.evaluate("[...document.querySelectorAll('#why details[open] thead th:first-child')].filter((one) => { const text = document.createRange(); text.selectNodeContents(one); return text.getClientRects().length > 1; }).length")
    expect("tables break no words", broken == 0, str(broken))

    # The language is chosen in one place, and the request as JSON has it.
    other = page.locator("#locale option").last.get_attribute("value")
    page.select_option("#locale", other)
    expect("the request as JSON has the chosen language", f'"locale": "{other}"' in page.input_value("#json"))
    page.evaluate("find('json').value = find('json').value.replace(/\"locale\": \"[^\"]*\"/, '\"locale\": \"en-US\"'); find('json').onchange()")
    expect("a language in the JSON is chosen", page.input_value("#locale") == "en-US")

    # A mistake in a request is a diagnostic.
    page.evaluate("state.request = { answers: 'none' }; run()")
    expect("a mistake is a diagnostic", page.locator("#result .bad").count() > 0)
    page.close()

    page = browser.new_page(viewport={"width": 320, "height": 800})
    page.goto(file.as_uri())
    ready(page)
    width = page.evaluate("document.documentElement.scrollWidth")
    expect("320 px without overflow", width <= 320, str(width))
    if pictures:
        page.screenshot(path=str(pictures / "playground-narrow.png"), full_page=False)

    browser.close()

finish()
