import { type ComponentType, createElement, type SVGProps } from "react";

interface IconData {
  node: readonly (readonly [tag: string, attributes: SVGProps<SVGElement>])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number;
}

/**
 * Creates an icon of lucide-react. Replaces the package's own function in production, which looks for
 * a context and merges class names at each render.
 */
export default function createIcon({ node }: IconData): ComponentType<IconProps> {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, ...given }) =>
    createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": true,
        ...given,
      },
      ...shapes,
    );
}
