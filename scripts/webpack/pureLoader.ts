import type { LoaderContext } from "webpack";

const DISPLAY_NAME = /^\w+\.displayName = ["'].*["'];$/gm;
const COMPONENT = /^((?:var|const) \w+ = )((?:\w+\.)?(?:forwardRef|createContext|memo)\()/gm;
const DEFAULT_PROPS =
  /^(\w+)\.defaultProps = (\{[^}]*\});\n(var \w+ = \/\*#__PURE__\*\/\s*connect\()\1\);/gm;
const CONTEXT_TYPE =
  /^var (\w+) = (class extends [\w.]+ \{\n(?:(?!^\};$).*\n)*\});\n\1\.contextType = (\w+);$/gm;
/** Only the shapes of an icon are used. The random keys hardly compress. */
const ICON_FACTS = /^ {2}(?:name|size|aliases): .*\n|^__iconData\.node;$|, key: "\w+"/gm;

/**
 * Lets webpack drop the components of a package that the app doesn't use. They would be kept for their
 * `displayName`, which only React's developer tools show, for a `forwardRef` that isn't marked as
 * pure, and for an assignment of their default props or of the type of their context.
 */
export default function pureLoader(this: LoaderContext<object>, source: string): string {
  return source
    .replace(DISPLAY_NAME, "")
    .replace(ICON_FACTS, "")
    .replace(COMPONENT, "$1/*#__PURE__*/ $2")
    .replace(CONTEXT_TYPE, "var $1 = /*#__PURE__*/ Object.assign($2, { contextType: $3 });")
    .replace(DEFAULT_PROPS, "$3/*#__PURE__*/ Object.assign($1, { defaultProps: $2 }));");
}
