import { LABEL_COLORS, type LabelColor } from "#contract/label.ts";

/** Colours of other products that ours don't name. */
const SIMILAR: Readonly<Record<string, LabelColor>> = {
  sky: "teal",
  turquoise: "teal",
  cyan: "teal",
  aqua: "teal",
  lagoon: "teal",
  lime: "green",
  moss: "green",
  brown: "orange",
  amber: "orange",
  violet: "purple",
  lilac: "purple",
  grape: "purple",
  navy: "indigo",
};

/** The colours by their hues in degrees: each one ends at its number. */
const HUES: readonly (readonly [until: number, color: LabelColor])[] = [
  [15, "red"],
  [42, "orange"],
  [66, "yellow"],
  [160, "green"],
  [195, "teal"],
  [228, "blue"],
  [258, "indigo"],
  [295, "purple"],
  [342, "pink"],
  [360, "red"],
];

/** Below this difference of its brightest and darkest part a colour looks gray. */
const GRAY_MAX = 28;

function ofHex(hex: string): LabelColor {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    Number.parseInt(hex.slice(at, at + 2), 16),
  );
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range < GRAY_MAX) return "gray";
  const sixth =
    most === red
      ? (green - blue) / range + 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  const hue = (sixth * 60) % 360;
  return HUES.find(([until]) => hue <= until)?.[1] ?? "gray";
}

/**
 * Our colour for one of another product: `e8445a`, `#e8445a`, `green_dark` (Trello), `berry-red` (Planka).
 * Undefined if it is none.
 */
export function labelColor(text: string): LabelColor | undefined {
  const hex = /^#?([\da-f]{6})$/i.exec(text)?.[1];
  if (hex) return ofHex(hex);
  const words = text.toLowerCase().split(/[^a-z]+/, 10);
  const named = LABEL_COLORS.find((color) => words.includes(color));
  const similar = words.find((word) => Object.hasOwn(SIMILAR, word));
  return named ?? (similar === undefined ? undefined : SIMILAR[similar]);
}
