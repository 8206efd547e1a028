import { expect, test } from "@jest/globals";
import { htmlToMarkdown } from "./htmlToMarkdown.ts";
import { readHtml } from "./pastedHtml.ts";

const convert = (html: string) => {
  const body = readHtml(html);
  return body && htmlToMarkdown(body);
};

test.each([
  [
    "<p>See <a href='https://example.com/a'>the page</a>.</p>",
    "See [the page](https://example.com/a).",
  ],
  [
    "<h2>Trip</h2><p>One<br>two</p><p><b>bold</b> <em>it</em> <s>no</s></p>",
    "## Trip\n\nOne\ntwo\n\n**bold** _it_ ~~no~~",
  ],
  ["<ul><li>tent<ul><li>pegs</li></ul></li><li>map</li></ul>", "- tent\n  - pegs\n- map"],
  ["<ol start='3'><li>tent</li><li><p>map</p></li></ol>", "3. tent\n4. map"],
  [
    "<ul><li><input type='checkbox' checked> tent</li><li><input type='checkbox'>map</li></ul>",
    "- [x] tent\n- [ ] map",
  ],
  [
    "<table><tr><th>Name</th><th>Hours</th></tr><tr><td>A|B</td><td><b>2</b></td></tr></table>",
    "| Name | Hours |\n| --- | --- |\n| A\\|B | **2** |",
  ],
  [
    "<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>",
    "| a | b |\n| --- | --- |",
  ],
  // As Google Docs sends it.
  [
    "<style>b { color: red }</style><b style='font-weight:normal'><p><a href='https://a.example'>x</a> y</p></b>",
    "[x](https://a.example) y",
  ],
  [
    "<p><a href='javascript:alert(1)'>x</a><script>alert(1)</script><img src=x alt='A cat'></p>",
    "xA cat",
  ],
  ["<p><a href='#x'>1*2*3 &lt;b&gt;</a></p>", "1\\*2\\*3 <b>"],
])("%s becomes %j", (html, expected) => {
  expect(convert(html)).toBe(expected);
});

test("HTML without anything that Markdown marks, and very long HTML, is pasted as plain text", () => {
  expect(
    convert("<meta charset='utf-8'><div style='color: red'><span>const a = 1;</span></div>"),
  ).toBeNull();
  expect(convert(`<b>${"x".repeat(300_000)}</b>`)).toBeNull();
});
