import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { LABEL_COLORS } from "#contract/label.ts";

const CSS = readFileSync(path.join(import.meta.dirname, "LabelChips.module.css"), "utf8");

/** The least contrast of text and its background (WCAG 1.4.3). */
const CONTRAST_MIN = 4.5;

/** The declarations of a rule, by the beginning of its selector. */
function ruleOf(selector: string): Readonly<Record<string, string>> {
  const start = CSS.indexOf(`\n${selector}`);
  const text = start < 0 ? "" : CSS.slice(CSS.indexOf("{", start) + 1, CSS.indexOf("}", start));
  const declarations = text.split(";").flatMap((one) => {
    const [name, ...value] = one.split(":");
    return value.length > 0 ? [[String(name).trim(), value.join(":").trim()] as const] : [];
  });
  return Object.fromEntries(declarations);
}

/** The relative luminance of an OKLCH colour, as a screen of sRGB shows it. */
function luminance(lightness: number, chroma: number, hue: number): number {
  const [a, b] = [Math.cos, Math.sin].map((of) => chroma * of((hue * Math.PI) / 180)) as [
    number,
    number,
  ];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const shown = (value: number) => Math.min(1, Math.max(0, value));
  const red = shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The luminances of a property in the light and in the dark theme. */
function luminances(value: string, chroma: number, hue: number): number[] {
  const colors = [
    ...value.matchAll(
      /oklch\(\s*([\d.]+) (?:calc\(var\(--chroma\) \* ([\d.]+)\)|var\(--chroma\))/g,
    ),
  ];
  return colors.map(([, lightness, factor = "1"]) =>
    luminance(Number(lightness), chroma * Number(factor), hue),
  );
}

test.each(LABEL_COLORS)(
  "the name of a %s label has a contrast of 4.5:1 in both themes",
  (color) => {
    const own = ruleOf(`.hue[data-color="${color}"]`);
    expect(own).not.toEqual({});
    const chroma = Number(own["--chroma"] ?? ruleOf(".hue {")["--chroma"]);
    const hue = Number(own["--hue"] ?? 0);
    const chip = ruleOf(".chip {");
    const texts = luminances(chip["color"] ?? "", chroma, hue);
    const backgrounds = luminances(chip["background"] ?? "", chroma, hue);
    expect([texts.length, backgrounds.length]).toEqual([2, 2]);
    const ratios = texts.map((text, theme) => {
      const both = [text, backgrounds[theme] ?? 0];
      return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
    });
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(CONTRAST_MIN);
  },
);
