import type { Page } from "@playwright/test";

/* Checks of a page's layout that don't depend on the screen. Each returns what is wrong. */

/** A control that a pointer can press. */
const CONTROLS =
  "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch]";

/** Content beyond the window's sides, and text that is cut off without an ellipsis. */
export async function findCutOff(page: Page, isScrolledSideways: boolean): Promise<string[]> {
  return page.evaluate(
    ({ controls, isWide }) => {
      const found: string[] = [];
      const nameOf = (element: Element) =>
        `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent.slice(0, 40)}`;
      const isSeen = (element: Element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !element.closest(".visually-hidden, [inert]");
      const root = document.documentElement;
      const over = root.scrollWidth - root.clientWidth;
      if (over > 0 && !isWide) found.push(`scrolls sideways by ${over} px`);
      const scope = document.querySelector("dialog:modal") ?? document.body;
      for (const element of scope.querySelectorAll<HTMLElement>("*")) {
        if (!isSeen(element)) continue;
        const style = getComputedStyle(element);
        const { left, right, width } = element.getBoundingClientRect();
        const isScrolled = element.parentElement?.closest("table, pre, [data-scrolls]") !== null;
        const isOutside = left < -1 || right > root.clientWidth + 1;
        if (element.matches(controls) && width > 1 && isOutside && !isScrolled && !isWide) {
          found.push(`outside the window: ${nameOf(element)}`);
        }
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        const isMarked = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
        const cuts = (overflow: string) => overflow === "hidden" || overflow === "clip";
        if (!hasText || isMarked || width <= 1) continue;
        const isCutAcross = cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
        const isCutBelow = cuts(style.overflowY) && element.scrollHeight > element.clientHeight + 2;
        if (isCutAcross || isCutBelow) found.push(`cut off: ${nameOf(element)}`);
      }
      return found;
    },
    { controls: CONTROLS, isWide: isScrolledSideways },
  );
}

/**
 * Targets smaller than 24 px, except links in a sentence and targets with enough space around: a
 * circle of 24 px on their middle touches no other target (WCAG 2.5.8).
 */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((controls) => {
    const MIN = 24;
    const scope = document.querySelector("dialog:modal") ?? document.body;
    /** The area that users press. A link may have a larger cover, and a field has a label. */
    function areaOf(element: Element): DOMRect {
      const cover = getComputedStyle(element, "::after");
      if (cover.content !== "none" && cover.position === "absolute") {
        let parent = element.parentElement;
        while (parent && getComputedStyle(parent).position === "static") {
          parent = parent.parentElement;
        }
        if (parent) return parent.getBoundingClientRect();
      }
      const label = element instanceof HTMLInputElement ? element.closest("label") : null;
      return (label ?? element).getBoundingClientRect();
    }
    function isInSentence(element: Element): boolean {
      const inline = getComputedStyle(element).display === "inline";
      const around = element.parentElement?.textContent.trim() ?? "";
      return inline && around !== element.textContent.trim();
    }
    const targets = [...scope.querySelectorAll<HTMLElement>(controls)]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          getComputedStyle(element).pointerEvents !== "none" &&
          !element.closest(".visually-hidden, [inert]") &&
          element.getBoundingClientRect().width > 1,
      )
      .map((element) => ({ element, area: areaOf(element) }));
    const gap = (a: DOMRect, x: number, y: number) =>
      Math.hypot(Math.max(a.left - x, 0, x - a.right), Math.max(a.top - y, 0, y - a.bottom));
    return targets
      .filter(({ element, area }) => {
        if (area.width >= MIN - 0.5 && area.height >= MIN - 0.5) return false;
        if (isInSentence(element)) return false;
        const [x, y] = [area.left + area.width / 2, area.top + area.height / 2];
        return targets.some(
          (other) =>
            other.element !== element &&
            !other.element.contains(element) &&
            // A link that covers a card lies below the card's other targets.
            !(other.area.width > area.width * 2 && gap(other.area, x, y) === 0) &&
            gap(other.area, x, y) < MIN / 2,
        );
      })
      .map(({ element, area }) => {
        const name = element.getAttribute("aria-label") ?? element.textContent;
        return `small: ${element.tagName} ${name} (${Math.round(area.width)} × ${Math.round(area.height)} px)`;
      });
  }, CONTROLS);
}

/** Controls whose focus doesn't show in forced colours, where only outlines and borders do. */
export async function findHiddenFocus(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  // From now on the browser shows the focus that a script sets.
  await page.keyboard.press("Shift");
  const found = await page.evaluate((controls) => {
    const lost: string[] = [];
    const before = document.activeElement;
    const scope = document.querySelector("dialog:modal") ?? document.body;
    const hasOutline = (element: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
    };
    for (const element of [...scope.querySelectorAll<HTMLElement>(controls)].slice(0, 60)) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      element.focus({ preventScroll: true });
      if (document.activeElement !== element || !element.matches(":focus-visible")) continue;
      const places = [element, element.parentElement, element.parentElement?.parentElement];
      const isShown =
        places.some((place) => place && hasOutline(place)) ||
        hasOutline(element, "::after") ||
        (element.nextElementSibling !== null && hasOutline(element.nextElementSibling));
      if (!isShown) {
        const name = element.getAttribute("aria-label") ?? element.textContent;
        lost.push(`no focus in forced colours: ${element.tagName} ${name}`);
      }
    }
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return lost;
  }, CONTROLS);
  await page.emulateMedia({ forcedColors: "none", reducedMotion: "reduce" });
  return found;
}

/**
 * Finds what forced colours hide: a state that shows only by its background, and a filled shape
 * without an edge. A state must look different from the same control without it.
 */
export async function findHiddenStates(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "none", reducedMotion: "reduce" });
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const { backgroundColor, display } = getComputedStyle(element);
      const isText = [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const isFilled = !/, 0\)$|\/ 0\)$/.test(backgroundColor) && backgroundColor !== "transparent";
      if (isText && isFilled && display !== "none") element.dataset["filled"] = "";
    }
  });
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const found = await page.evaluate(() => {
    const STATES = ["aria-pressed", "aria-selected", "aria-checked", "aria-current"];
    const lost: string[] = [];
    const scope = document.querySelector("dialog:modal") ?? document.body;
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent.slice(0, 40)}`;
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest(".visually-hidden");
    /** The styles of an element that remain without backgrounds and shadows. */
    function looks(element: Element): string {
      const style = getComputedStyle(element);
      const { outlineStyle, outlineWidth, outlineColor, textDecorationLine } = style;
      const outline =
        outlineStyle === "none" ? "" : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
      const border = `${style.borderWidth} ${style.borderStyle} ${style.borderColor}`;
      const icons = [...element.querySelectorAll("svg")].map((icon) => icon.innerHTML);
      const color = `${style.color} ${style.backgroundColor} ${style.fontWeight}`;
      return [outline, border, textDecorationLine, color, ...icons].join("; ");
    }
    for (const state of STATES) {
      for (const element of scope.querySelectorAll(`[${state}]:not([${state}="false"])`)) {
        if (!isSeen(element) || document.activeElement === element) continue;
        const value = element.getAttribute(state) ?? "";
        const peer = [...scope.querySelectorAll(element.tagName)].find(
          (other) =>
            other.className.split(" ")[0] === element.className.split(" ")[0] &&
            !other.matches(`[${state}]:not([${state}="false"])`) &&
            isSeen(other),
        );
        const shown = looks(element);
        element.removeAttribute(state);
        const without = looks(peer ?? element);
        element.setAttribute(state, value);
        if (shown === without) lost.push(`${state} hidden by forced colours: ${nameOf(element)}`);
      }
    }
    for (const element of scope.querySelectorAll("[data-filled]")) {
      const { borderStyle, borderWidth, outlineStyle, backgroundColor } = getComputedStyle(element);
      const around =
        element.parentElement && getComputedStyle(element.parentElement).backgroundColor;
      const hasEdge = (borderStyle !== "none" && borderWidth !== "0px") || outlineStyle !== "none";
      if (isSeen(element) && !hasEdge && backgroundColor === around) {
        lost.push(`shape hidden by forced colours: ${nameOf(element)}`);
      }
    }
    return lost;
  });
  await page.emulateMedia({ forcedColors: "none", reducedMotion: "reduce" });
  return found;
}

/** Movements that run although the user has asked for fewer. */
export async function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const duration = effect?.getComputedTiming().duration;
        return playState === "running" && typeof duration === "number" && duration > 50;
      })
      .map((animation) => {
        const { target } = animation.effect as KeyframeEffect;
        return `moves: ${target?.className} ${animation.id}`;
      }),
  );
}
