import { mixed } from "yup";
import { ID_MAX } from "../id.ts";
import type { SetChange } from "../taskFields.ts";
import { storableText } from "../text.ts";

/* Rules for lists and changes of sets in bodies. */

/** The distinct ids of a list; undefined if it isn't a list of at most `max` ids. */
function readIds(list: unknown, max: number): string[] | undefined {
  if (!Array.isArray(list) || list.length > max) return undefined;
  const ids = list.map((id: unknown) =>
    typeof id === "string" && id.length <= ID_MAX ? storableText(id) : "",
  );
  return ids.includes("") ? undefined : [...new Set(ids)];
}

const idsSchema = (maxItems: number) => ({
  type: "array",
  items: { type: "string", minLength: 1, maxLength: ID_MAX },
  maxItems,
});

/** A rule for values that aren't flat: `read` returns undefined for others. The schema describes it. */
const structured = <T extends object>(
  message: string,
  schema: object,
  read: (sent: unknown) => T | undefined,
) =>
  mixed<T>()
    .transform((_cast: unknown, sent: unknown) =>
      sent === undefined ? sent : (read(sent) ?? null),
    )
    .nonNullable(message)
    .meta(schema);

/** A list of at most `max` ids in a body. */
export const idList = (message: string, max: number) =>
  structured(message, idsSchema(max), (sent) => readIds(sent, max));

/** A change of a set in a body: the lists `add` and `remove`, of which one may be missing. */
export const setChange = (message: string, max: number) =>
  structured<SetChange>(
    message,
    {
      type: "object",
      properties: { add: idsSchema(max), remove: idsSchema(max) },
      minProperties: 1,
    },
    (sent) => {
      if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return undefined;
      const own = (name: string) =>
        Object.hasOwn(sent, name) ? readIds(Reflect.get(sent, name), max) : [];
      const [add, remove] = [own("add"), own("remove")];
      return add && remove && add.length + remove.length > 0 ? { add, remove } : undefined;
    },
  );
