import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { readConfig } from "#server/config.ts";

const root = path.resolve(import.meta.dirname, "..");
const read = (name: string) => readFileSync(path.join(root, name), "utf8");

/** The names in the table of docs/operations.md, with their defaults; undefined for "none". */
function documented(): Map<string, string | undefined> {
  const [, section = ""] = read("docs/operations.md").split("\n## Configuration\n");
  const [table = ""] = section.split("\n## ");
  const rows = table.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]+)`|none) \| \S/gm);
  return new Map(Array.from(rows, ([, name = "", value]) => [name, value]));
}

test("docs/operations.md has every variable that the server reads, and no other", () => {
  const uses = read("server/config.ts").matchAll(/(?:read|wholeNumber)\(\s*env,\s*"([A-Z_]+)"/g);
  const names = new Set(Array.from(uses, ([, name = ""]) => name));
  expect(names.size).toBeGreaterThan(10);
  expect(new Set(documented().keys())).toEqual(names);
});

test("its defaults are the server's", () => {
  const set = [...documented()].filter((entry): entry is [string, string] => Boolean(entry[1]));
  expect(readConfig(Object.fromEntries(set))).toEqual(readConfig({}));
  // Of these the defaults show only beside the variable that they belong to.
  const beside = { DATABASE_URL: "postgres://ada@db.example/tasks", METRICS_PORT: "9464" };
  const withDefaults = { ...Object.fromEntries(set), ...beside };
  expect(readConfig(withDefaults)).toEqual(readConfig(beside));
});

test("every metric that the server has is explained", () => {
  const page = read("docs/operations.md");
  const names = read("server/metrics/metrics.ts").matchAll(
    /"((?:http|process|nodejs|taskdeck)_\w+)"/g,
  );
  for (const [, name = ""] of names) expect(page).toContain(`\`${name}`);
});

test("the unit lets Node listen on all addresses, for which it asks the machine for them", () => {
  expect(read("deploy/taskdeck.service")).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m);
});

test("a backup by timer may do no more than the server, and works on the same data", () => {
  const limits =
    /^(?:User|Group|DynamicUser|StateDirectory|WorkingDirectory|Environment|UMask|Protect|Private|Restrict|Lock|System|Capability|Ambient|NoNew)\w*=.*$/gm;
  const limitsOf = (name: string) => read(name).match(limits);
  expect(limitsOf("deploy/taskdeck-backup.service")).toEqual(limitsOf("deploy/taskdeck.service"));
});

test("the files that it names are there", () => {
  const page = read("docs/operations.md");
  for (const [, name = ""] of page.matchAll(/`((?:deploy|scripts|server)\/[\w./]+)`/g)) {
    if (!name.endsWith("/")) expect(read(name)).not.toBe("");
  }
});
