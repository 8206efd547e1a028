import { ORIGIN_KINDS } from "#contract/audit.ts";
import type { ChangeOrigin } from "#contract/shapes/audit.ts";
import { type ChangeContext, OPERATOR, SERVER } from "./context.ts";

/** The origin of a change as the record stores it: the kind, and after spaces the id and the name. */
export function writeOrigin({ origin, by }: ChangeContext): string {
  if (by.id === OPERATOR.id) return "operator";
  if (by.id === SERVER.id) return "server";
  const { kind, id, name } = origin ?? { kind: "app" };
  return [kind, id, name].filter((word) => word !== undefined).join(" ");
}

/** The stored origin of a change; undefined if it isn't known. */
export function readOrigin(origin: string | null): ChangeOrigin | undefined {
  const [word, id, ...name] = origin?.split(" ") ?? [];
  const kind = ORIGIN_KINDS.find((one) => one === word);
  if (kind === undefined) return undefined;
  return {
    kind,
    ...(id !== undefined && { id }),
    ...(name.length > 0 && { name: name.join(" ") }),
  };
}
