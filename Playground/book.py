"""Uses the playground in a rule book, in headless Chromium: python3 Playground/book.py BOOK.html [FOLDER for pictures]

Needs PyPI's playwright and axe-playwright-python, and Chromium. The book is one of `terrain book --interactive`.
"""

import sys
from pathlib import Path

from browser import chromium, expect, expect_no_violations, finish
from playwright.sync_api import sync_playwright

file = Path(sys.argv[1]).resolve()


def opened(page):
    frame = page.frame_locator("iframe.playground")
    frame.locator("#status", has_text="Ready").wait_for(timeout=60_000)
    return frame


with sync_playwright() as playwright:
    browser = chromium(playwright)
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    requests, messages = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: messages.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.goto(file.as_uri())
    page.locator("#open-playground").focus()
    page.keyboard.press("Enter")
    frame = opened(page)
    expect("the playground opens by keyboard", True, frame.locator("#status").inner_text())
    expect("nothing but the file is requested", all(url == file.as_uri() or url.startswith("blob:") for url in requests), str(requests[:3]))

    frame.locator("#parameters input[type=range]").first.focus()
    page.keyboard.press("ArrowRight")
    # The playground tells the book, which is another document.
    moved = "parameters%22%3A%7B%22"
    page.wait_for_function("(moved) => location.hash.includes(moved)", arg=moved)
    link = page.evaluate("location.hash")
    expect("the book's address has the moved threshold", link.startswith("#try=") and moved in link)
    shown = frame.locator("#result-json").text_content()
    other = browser.new_page()
    other.goto(file.as_uri() + link)
    expect("the link shows the same result", opened(other).locator("#result-json").text_content() == shown)
    other.close()

    blocked = page.frames[1].evaluate("fetch('https://example.org').then(() => 'sent', () => 'refused')")
    expect("a request that leaves the file is refused", blocked == "refused", blocked)
    errors = [message for message in messages if "example.org" not in message]
    expect("no error in a script", not errors, str(errors[:2]))
    expect_no_violations("axe reports nothing", page)
    if len(sys.argv) > 2:
        page.screenshot(path=str(Path(sys.argv[2]) / "book-playground.png"))

    page.set_viewport_size({"width": 320, "height": 800})
    width = page.evaluate("document.documentElement.scrollWidth")
    expect("320 px without overflow", width <= 320, str(width))
    browser.close()

finish()
