"""Markdown through HTML and back: what CommonMark can say is still said."""

from __future__ import annotations

import re

import pytest
from lxml import etree, html
from markdown_it import MarkdownIt

from airflow_provider.local.markdown.page import write

READ = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
BLOCKS = r"\s*(</?(?:p|ul|ol|li|h\d|blockquote|pre|table|tr|td|th|thead|tbody|div|br|hr)\b[^>]*>)\s*"
EXAMPLES = r"""
# One
===
Two
---
===
# a *b* `c` #
===
## trailing \#
===
#hashtag no heading
===
    code block
      more
===
```python
x = "```"
```
===
~~~~ ruby
def a
~~~
~~~~
===
- a
- b
- c
===
- a

- b
===
1. x
2. y
   1. z
   2. w
===
7) seven
8) eight
===
- a
  - b
    - c
      - d
===
- para one

  para two
- next
===
- a

      code in item
===
1. list

   ```sh
   ls
   ```
2. more
===
> quote
> more
===
> a
>
> b
> > c
===
> - x
> - y
===
- > q in item
===
a *em* **strong** ***both*** x
===
**bold*ital*** z
===
*a **b** c*
===
foo*bar*baz
===
foo**bar**baz
===
snake_case_name and __dunder__ x
===
a\*b\*c and \_x\_
===
`` a ` b ``
===
` `` `
===
`a  b`
===
[link](http://a.example/x "title")
===
[a `code` b](http://a.example/)
===
[*em* link](http://a.example/(x)y)
===
![alt](http://a.example/i.png)
===
[![alt](http://a.example/i.png)](http://a.example/)
===
<http://auto.example/x?y=1&z=2>
===
<mail@a.example>
===
[ref][r]

[r]: http://a.example/r 'T'
===
line one\
line two
===
a
b
c
===
***
===
a

---

b
===
&amp; &lt; &copy; &#35; &nbsp;x
===
5 < 6 & 7 > 3
===
\<div> not html
===
1986\. A year
===
\- not list
===
\+ plus
===
\> not quote
===
\# not heading
===
2 * 3 * 4
===
a | b
===
| a |
| --- |
| *b* |
===
~~gone~~ here
===
- [link](http://a.example/) text
===
-
- empty before
===
1. a
- b
===
- a
1. b
===
Hello<br>world
===
a <b>raw</b> html
===
* * *
===
+ a
+ b

* c
===
text
- list right after
===
- a
 text lazy
===
\`not code\`
===
!\[not image](http://a.example/)
===
\[not link](http://a.example/)
===
[a\]b](http://a.example/)
===
[x [y] z](http://a.example/)
===
"quotes" 'single' -- dash ...
===
foo &lt;bar&gt; baz
===
**a** **b**
===
*a*b
===
**Note:**text
===
a**"q"**b
===
*(paren)*
===
###### six
===
Setext *em*
over two
===
===
10. ten

    para
11. eleven
===
- a
-

  b
===
http://plain.example/a_b_c
===
C:\path\new
===
a\\b
===
$x^2_i$ and $y_j$
===
| a | b |
|---|---|
| [l](http://a.example/) | ![i](http://a.example/i.png) |
===
> ```
> code
> ```
===
a[^1]
===
* a *b* c*d
===
**bold** *a*, *b*.
===
- [ ] todo
- [x] done
""".strip("\n").split("\n===\n")


def meant(page: str) -> str:
    """Return *page* with white space only where it means something."""
    root = html.fragment_fromstring(page, create_parent="div")
    for element in root.iter():
        in_code = any(above.tag == "pre" for above in element.iterancestors())
        if element.text and element.tag != "pre" and not in_code:
            element.text = re.sub(r"[ \t\n]+", " ", element.text)
        if element.tail and not in_code:
            element.tail = re.sub(r"[ \t\n]+", " ", element.tail)
    text = re.sub(BLOCKS, r"\1", etree.tostring(root, encoding="unicode"))
    return text.replace("<b>", "<strong>").replace("</b>", "</strong>")


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_means_the_same_after_html_and_back(example: str) -> None:
    page = READ.render(example)

    assert meant(READ.render(write(page, url="http://a.example/"))) == meant(page)


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("Opens at 9", ' "Opens at 9"'),
        ("The lamp", ""),
        ("LAMP", ""),
        ('A "B" &amp;copy;', ' "A \\"B\\" \\&copy;"'),
    ],
    ids=["says more", "has the text in it", "is the text", "needs escapes"],
)
def test_the_title_of_a_link_is_kept_where_it_says_more_than_its_text(title: str, written: str) -> None:
    page = f"<a href='/l' title='{title}'>Lamp</a>"

    assert write(page, url="https://a.example/") == f"[Lamp](https://a.example/l{written})\n"
