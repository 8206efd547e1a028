import { expect, test } from "@jest/globals";
import { added, count, enumOf, nullable, object, optional, type TypeOf, text } from "./shape.ts";

const Thing = object({
  name: text,
  size: nullable(count),
  kind: nullable(enumOf(["a", "b"])),
  state: enumOf([...(["c", "d"] as const), "e"]),
  note: optional({ ...text, description: "A note." }),
  since: added(text),
});
type Thing = TypeOf<typeof Thing>;

test("requires the fields that this server always sends", () => {
  expect(Thing["required"]).toEqual(["name", "size", "kind", "state", "since"]);
});

test("has null among the types and the values", () => {
  expect(Thing["properties"]).toMatchObject({
    size: { type: ["integer", "null"], minimum: 0 },
    kind: { type: ["string", "null"], enum: ["a", "b", null] },
  });
  expect(nullable({ $ref: "#/x" })).toEqual({ anyOf: [{ $ref: "#/x" }, { type: "null" }] });
});

test("gives the exact type of the values", () => {
  const least: Thing = { name: "x", size: null, kind: "a", state: "c" };
  const types: { [Name in keyof Required<Thing>]: Thing[Name][] } = {
    name: ["x"],
    size: [1, null],
    kind: ["a", "b", null],
    state: ["c", "d", "e"],
    note: ["x"],
    since: ["x"],
  };
  const wrong: object[] = [
    // @ts-expect-error -- A field that is not nullable.
    { ...least, name: null } satisfies Thing,
    // @ts-expect-error -- A required field.
    { name: "x", size: 1, kind: null } satisfies Thing,
    // @ts-expect-error -- A word that is not in the list.
    { ...least, state: "a" } satisfies Thing,
    // @ts-expect-error -- An optional field may be missing, but not undefined.
    { ...least, note: undefined } satisfies Thing,
  ];
  expect(wrong).toHaveLength(4);
  expect(Object.keys(types)).toEqual(Object.keys(Thing["properties"] as object));
});
