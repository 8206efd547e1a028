import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { openDatabase } from "#server/db/open.ts";
import { makeFolderPlace, type Place } from "#server/testing/place.ts";
import { killServers, runTaskdeck, serverOn, TASKDECK } from "#server/testing/process.ts";
import { testFolder, testPlace } from "#server/testing/testPlace.ts";

const TRELLO = join(import.meta.dirname, "../imports/trello.json");

/** For the files of exports. */
const inFolder = testFolder();
const place = testPlace({ hasTables: true });

const command = (name: string, { env }: Place, ...args: string[]) =>
  runTaskdeck(env, [name, ...args]);

test("an import maps columns and lists together, and its errors name the choices and leave no file", async () => {
  const file = inFolder("tasks.csv");
  writeFileSync(file, "Task,Stage,Kind\nMend nets,Later,Urgent\nSort hooks,Now,Low\n");
  const nowhere = makeFolderPlace();
  const empty = await command("import", nowhere, file);
  expect(empty.output).toMatch(
    /^Nothing was imported: there is no database in DATA_DIR \([^\n]+\n$/,
  );
  expect(readdirSync(nowhere.where)).toEqual([]);
  await nowhere.drop();

  const kind = ["--column", "Stage=keep", "--column", "Kind=list"];
  for (const [options, message] of [
    [["--column", "Sort=list"], "there is no Sort: Task, Stage, Kind"],
    [[...kind, "--map", "Later=Done"], "there is no Later: Urgent, Low"],
    [["--dates", "ymd"], "--dates is mdy or dmy"],
  ] as const) {
    expect(await command("import", place, file, ...options)).toEqual({
      code: 1,
      output: `Nothing was imported: ${message}\n`,
    });
  }
  const maps = ["--map", "Low=skip", "--map", "Urgent=Done"];
  const done = await command("import", place, file, ...kind, ...maps);
  expect(done.output).toContain("Urgent → Done: 1\n  Low → skip: 1\n");
  expect(done.output).toContain(
    "\n1 imported, 0 with remarks, 0 already there, 0 refused, 1 skipped\n",
  );
  await using db = openDatabase(place.where);
  expect(await db.selectFrom("imports").select("state").execute()).toEqual([{ state: "done" }]);
});

test("an operator imports a file and exports everything, but not over a file or a server with data", async () => {
  const dry = await command("import", place, TRELLO, "--dry-run", "--map", "Archived cards=skip");
  expect(dry.output).toMatch(/^Trello: checking .*\d+ can be imported.*\n$/s);
  expect(dry.code).toBe(0);
  {
    await using db = openDatabase(place.where);
    // No server looks for what is gone.
    expect(await db.selectFrom("jobs").select("kind").execute()).toEqual([]);
  }
  const imported = await command("import", place, TRELLO);
  expect(imported.output).toContain("Under way → In Progress: ");
  expect(imported.output).toContain(" 0 already there");

  const first = inFolder("first.json");
  expect(await command("export", place, first)).toEqual({
    code: 0,
    output: `The export is ${first}. It holds all tasks, names and email addresses.\n`,
  });
  const refused = await command("export", place, first);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("already exists") });

  const elsewhere = makeFolderPlace();
  const piped = (name: string, { env }: Place, input?: Buffer) => {
    const options = { env: { PATH: process.env["PATH"], ...env }, input, maxBuffer: 1e9 };
    return spawnSync(process.execPath, [TASKDECK, name, "-"], options);
  };
  const exported = piped("export", place).stdout;
  const rest = (text: Buffer) => text.toString().replace(/"exported_at":"[^"]*"/, "");
  expect(rest(exported)).toBe(rest(readFileSync(first)));
  expect(piped("import-all", elsewhere, exported).status).toBe(0);
  const again = piped("import", elsewhere, readFileSync(TRELLO));
  expect(again.stdout.toString()).toMatch(/^Trello: importing -\n[^]*\n\d+ imported/);
  await elsewhere.drop();

  // scripts/commands/package.test.ts fills an empty server, and server/export/ compares the rows.
  const full = await command("import-all", place, first);
  expect(full).toMatchObject({
    code: 1,
    output: expect.stringContaining("the server isn't empty"),
  });
});

test("import-all refuses an empty database that a server uses", async () => {
  const exported = inFolder("empty.json");
  await command("export", place, exported);
  await serverOn(place.env);
  const refused = { code: 1, output: expect.stringContaining("Taskdeck server uses") };
  expect(await command("import-all", place, exported)).toMatchObject(refused);
  await killServers();
  expect(await command("import-all", place, exported)).toMatchObject({ code: 0 });
});
