import { describe, expect, it, jest } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { slowFunctions } from "#server/testing/growth.ts";
import { Markdown, type OnTick } from "./Markdown.tsx";
import { parseMarkdown } from "./parse.ts";
import { RichText } from "./RichText.tsx";

/** Renders Markdown and returns its HTML, without classes, and without `dir`, which blocks have. */
function html(text: string): string {
  const { container } = render(<Markdown text={text} />);
  return (container.firstElementChild?.innerHTML ?? "").replaceAll(/ (class|dir)="[^"]*"/g, "");
}

describe("Markdown", () => {
  it.each([
    ["a **b** _c_ ~~d~~ `e`", "<p>a <strong>b</strong> <em>c</em> <s>d</s> <code>e</code></p>"],
    ["a\nb\n\nc", "<p>a<br>b</p><p>c</p>"],
    ["- a\n- b", "<ul><li>a</li><li>b</li></ul>"],
    ["3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'],
    ["```js\nlet a;\n```", "<pre>let a;\n</pre>"],
    ["> a", "<blockquote><p>a</p></blockquote>"],
    ["# a\n## b", "<h3>a</h3><h3>b</h3>"],
    ["a\n\n---\n\nb", "<p>a</p><hr><p>b</p>"],
  ])("%j becomes elements", (text, elements) => {
    expect(html(text)).toBe(elements);
  });

  it("makes a table that can be scrolled by keyboard", () => {
    expect(html("|a|b|\n|-|:-:|\n|1|2|")).toBe(
      '<figure aria-label="Table" tabindex="0"><table>' +
        '<thead><tr><th>a</th><th style="text-align: center;">b</th></tr></thead>' +
        '<tbody><tr><td>1</td><td style="text-align: center;">2</td></tr></tbody></table></figure>',
    );
  });

  it.each([
    ["[a](https://example.com/b)", "https://example.com/b"],
    ["see https://example.com/b?c=d&e=f.", "https://example.com/b?c=d&e=f"],
    ["<http://example.com>", "http://example.com"],
    ["[a](mailto:ada@example.com)", "mailto:ada@example.com"],
    ["ada@example.com", "mailto:ada@example.com"],
  ])("%s links to %s in a new tab", (text, href) => {
    render(<Markdown text={text} />);
    const link = screen.getByRole("link");
    expect(link).toHaveAttribute("href", href);
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
    expect(link).toHaveAttribute("target", "_blank");
  });

  it.each([
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](&#106;avascript:alert(1))",
    "[a](data:text/html,<script>alert(1)</script>)",
    "[a](vbscript:a)",
    "[a](file:///etc/passwd)",
    "[a](//example.com)",
    "[a](/tasks)",
    "<javascript:alert(1)>",
    "ftp://example.com",
    "example.com",
  ])("%s is no link", (text) => {
    const { container } = render(<Markdown text={text} />);
    expect(screen.queryByRole("link")).toBeNull();
    expect(container).toHaveTextContent(text);
  });

  it.each([
    "<img src=x onerror=alert(1)> **",
    "<script>alert(1)</script> **",
    "&lt;b&gt; &amp; **",
  ])("%s makes no element of HTML and no image", (text) => {
    const { container } = render(<Markdown text={text} />);
    expect(container.querySelector("img, script, b")).toBeNull();
    expect(container).toHaveTextContent(text);
  });

  it("makes an image a link, because a picture would tell its server who reads the text", () => {
    const { container } = render(<Markdown text="![a](https://example.com/a.png)" />);
    expect(container.querySelector("img")).toBeNull();
    expect(screen.getByRole("link", { name: "a" })).toBeVisible();
  });

  it("takes linear time for hostile texts, and loses nothing of them", () => {
    const marks = ["[", "[a](", "*a ", "**", ">", "- ", "1. ", "`a``", "a\n-|\n", "~~a", "a@"];
    const repeated = [...marks, "https://", "*_~`[!"].map((mark) => {
      const text = (length: number) => `${mark.repeat(length / mark.length)}end`;
      const { container, unmount } = render(<Markdown text={text(10_000)} />);
      expect(container).toHaveTextContent(/end$/);
      unmount();
      return [mark, text] as const;
    });
    const table = (length: number) => {
      const [head, marks] = ["|a", "|-"].map((cell) => cell.repeat(length / 8));
      return `${head}|\n${marks}|\n${"|x\n".repeat(length / 6)}`;
    };
    // Short rows are completed to many columns.
    const texts = [
      ...repeated,
      ["one table", table],
      ["a table in a quote", (length: number) => table(length).replaceAll(/^/gm, "> ")],
      ["many tables", (length: number) => `${table(1_200)}\n`.repeat(length / 1_200)],
    ] as const;
    expect(slowFunctions([["parseMarkdown", parseMarkdown]], texts)).toEqual([]);
    const { container } = render(<Markdown text={table(5_000)} />);
    expect(container.querySelector("table")).toBeNull();
    expect(container).toHaveTextContent(/\|x$/);
  });

  it("limits the depth of elements, and keeps the text", () => {
    const { container } = render(
      <Markdown text={`${"**".repeat(2_000)}end${"**".repeat(2_000)}`} />,
    );
    let depth = 0;
    for (let at = container.firstElementChild; at; at = at.firstElementChild) depth += 1;
    expect(depth).toBeLessThan(100);
    expect(container).toHaveTextContent("end");
  });
});

describe("a task list", () => {
  const LIST =
    "Pack:\n\n- [ ] the **tent**\n- [x] a map\n  - [ ] of the island\n- water\n\n1. [ ] go";

  it("has a box for each item, with the item's text, and says which line was ticked", async () => {
    const onTick = jest.fn<OnTick>();
    render(<Markdown text={LIST} onTick={onTick} />);
    expect(screen.getByRole("checkbox", { name: "the tent" })).not.toBeChecked();
    expect(screen.getByRole("checkbox", { name: "a map" })).toBeChecked();
    for (const name of ["the tent", "of the island", "go"]) {
      await userEvent.click(screen.getByRole("checkbox", { name }));
    }
    expect(onTick.mock.calls).toEqual([[2], [4], [7]]);
  });

  it("has boxes in a list with blank lines between the items", () => {
    render(<Markdown text={"- [ ] one\n\n- [x] two"} onTick={() => undefined} />);
    expect(screen.getByRole("checkbox", { name: "one" })).not.toBeChecked();
    expect(screen.getByRole("checkbox", { name: "two" })).toBeChecked();
  });

  it("can't be ticked where nothing saves it", () => {
    render(<Markdown text={LIST} />);
    for (const box of screen.getAllByRole("checkbox")) expect(box).toBeDisabled();
  });
});

describe("a text", () => {
  it("without marks stays as it was typed", () => {
    const text = "Dear all,\n\n  tomorrow at 3 (room 5).\n&lt;b&gt; <i>";
    const { container } = render(<RichText text={text} />);
    expect(container.innerHTML).toMatch(/^<p dir="auto" class="plain">/);
    expect(container.textContent).toBe(text);
  });

  it("with marks is shown as it was typed until the code has loaded", async () => {
    const { container } = render(<RichText text="a **b**" />);
    expect(container).toHaveTextContent("a **b**");
    expect(await screen.findByText("b", { selector: "strong" })).toBeVisible();
  });
});
