"""Hostile pages and frames can do nothing but set their own frame's height."""

import pytest

from tests.browser.embedding.frames import inside, settle, wait_until

HOSTILE = """
<!doctype html><title>Hostile</title>
<script>
const say = (data) => parent.postMessage(data, "*");
const height = (height) => say({type: "speculative-decoding:height", height});
for (const bad of [NaN, Infinity, -Infinity, "500", "1e3px", null, undefined, {}, [900],
                   true, new Date(5)]) height(bad);
for (const bad of [null, 5, "x", [], {type: "speculative-decoding:height"},
                   {type: "height", height: 700}, {type: {}, height: 700}]) say(bad);
</script>
"""


def test_foreign_frames_and_the_host_page_itself_move_nothing(
    host, server, visit, frame
):
    """Not a frame without the mark, nor the page, nor a frame gone elsewhere."""
    shout = (
        "parent.postMessage({type: 'speculative-decoding:height', height: 777}, '*')"
    )
    evil = host.add("/evil", f"<!doctype html><title>x</title><script>{shout}</script>")
    html = (
        "<!doctype html><title>Host</title>"
        f"{frame('/en/embed?show=chart')}"
        f'<iframe id="foreign" src="{evil}" height="111"></iframe>'
        f"{frame('/en/embed?show=results')}"
        f"<script src={server}/static/embed-host.js></script>"
    )
    page = visit(host.add("/crowd", html))
    height = settle(page, 0)
    page.evaluate(
        "postMessage({type: 'speculative-decoding:height', height: 888}, '*')"
    )
    # The third frame leaves for another origin, whose messages do not count.
    gone = page.locator("iframe").nth(2)
    settled = settle(page, 2)
    gone.evaluate("(frame, url) => frame.contentWindow.location = url", evil)
    page.wait_for_timeout(400)
    assert height == settle(page, 0)
    assert page.locator("#foreign").evaluate("f => f.clientHeight") == 111
    assert gone.evaluate("f => f.clientHeight") == settled
    assert page.locator("#foreign").get_attribute("style") is None


@pytest.mark.parametrize(
    ("told", "height"), [("1e9", 6000), ("0", 60), ("-50", 60), ("420.2", 421)]
)
def test_frame_with_the_mark_can_set_its_own_height_within_bounds_only(
    host, server, visit, told, height
):
    lie = f"{{type: 'speculative-decoding:height', height: {told}}}"
    script = f"<script>parent.postMessage({lie}, '*')</script>"
    evil = host.add("/liar", HOSTILE + script)
    html = (
        "<!doctype html><title>Host</title><body>"
        f"<script src={server}/static/embed-host.js></script>"
        f'<iframe data-speculative-decoding src="{evil}" frameborder="0"></iframe>'
    )
    page = visit(host.add("/lied-to", html))
    liar = page.locator("iframe")
    wait_until(page, lambda: height == liar.evaluate("f => f.clientHeight"))
    assert liar.get_attribute("style") == f"height: {height}px;"


def test_values_that_are_no_height_do_nothing(host, server, visit):
    evil = host.add("/babbler", HOSTILE)
    html = (
        "<!doctype html><title>Host</title><body>"
        f"<script src={server}/static/embed-host.js></script>"
        f'<iframe data-speculative-decoding src="{evil}" height="222"'
        ' frameborder="0"></iframe>'
    )
    page = visit(host.add("/babbled-at", html))
    page.wait_for_timeout(300)
    assert page.locator("iframe").evaluate("f => f.clientHeight") == 222
    assert page.locator("iframe").get_attribute("style") is None


def test_frame_answers_only_the_page_around_it(embedding, frame):
    page = embedding(frame(), script=False)
    content = inside(page)
    page.wait_for_timeout(200)
    page.evaluate("addEventListener('message', () => { window.told = 1 })")
    content.evaluate("postMessage({type: 'speculative-decoding:ask'}, '*')")
    page.wait_for_timeout(200)
    assert page.evaluate("window.told") is None
    page.evaluate(
        "frames[0].postMessage({type: 'speculative-decoding:ask'}, '*');"
        "for (const bad of [null, 1, 'x', {type: 'evil', height: 1}])"
        " frames[0].postMessage(bad, '*')"
    )
    wait_until(page, lambda: page.evaluate("window.told"))
    page.wait_for_timeout(200)
    assert page.evaluate("window.told") == 1
