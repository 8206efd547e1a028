import { expect, type Page } from "@playwright/test";
import { FOREIGN, PAYLOADS } from "./payloads.ts";

/**
 * Elements and attributes that the product never has, which payloads create if they are parsed as
 * markup. Empty as long as payloads are shown as text.
 */
export function markupIn(page: Page): Promise<string[]> {
  return page.evaluate((foreign) => {
    const never = "iframe, object, embed, base, template, math, mglyph, video, animate, img";
    const links = new Set(["href", "xlink:href", "src", "action", "formaction", "data"]);
    // The link of an address that a user wrote.
    const safeLink = 'a[href^="https://"][target=_blank][rel="noopener noreferrer"]';
    const leaves = (value: string) => new URL(value, document.baseURI).origin !== location.origin;
    const found: string[] = [];
    for (const element of document.querySelectorAll("*")) {
      const inline = element.matches("script, style") ? (element.textContent ?? "") : "";
      const suspect =
        element.matches(never) || inline.includes("__xss") || inline.includes(foreign);
      const attributes = Array.from(element.attributes).filter(
        ({ name, value }) =>
          name.startsWith("on") ||
          name === "srcdoc" ||
          name === "http-equiv" ||
          (links.has(name) && leaves(value) && !element.matches(safeLink)) ||
          (name === "style" && (value.includes(foreign) || value.includes("__xss"))),
      );
      if (suspect || attributes.length > 0) found.push(element.outerHTML.slice(0, 200));
    }
    return found;
  }, FOREIGN);
}

interface Marked {
  __xss?: unknown;
}

/** The value that a payload has set; undefined as long as none has run. */
export const whatRan = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as Marked).__xss);

/** Every text of the page, including options, labels and screen-reader texts. */
function textsIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = ["aria-label", "title", "value", "placeholder"];
    const texts = [document.body.textContent ?? ""];
    for (const element of document.querySelectorAll("*")) {
      for (const name of attributes) texts.push(element.getAttribute(name) ?? "");
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        texts.push(element.value);
      }
    }
    return texts.join("\n");
  });
}

/** Expects a screen to show these texts literally and without any effect. */
export async function expectTexts(page: Page, screen: string, texts: readonly string[] = PAYLOADS) {
  await expect
    .poll(
      async () => {
        const shown = await textsIn(page);
        return texts.filter((text) => !shown.includes(text));
      },
      { message: `${screen} shows every text` },
    )
    .toEqual([]);
  expect(await markupIn(page), screen).toEqual([]);
  expect(await whatRan(page), screen).toBeUndefined();
}
