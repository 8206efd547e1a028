import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import { makePlace, type Place } from "./place.ts";
import { killServers } from "./process.ts";

/** A database for each test of a file. The servers that still run at its end are killed. */
export function testPlace(options?: Parameters<typeof makePlace>[0]): Place {
  const place = {} as Place;
  beforeEach(async () => void Object.assign(place, await makePlace(options)));
  afterEach(async () => {
    await killServers();
    await place.drop();
  });
  return place;
}

/** A folder for each test of a file. Returns the path of a name in it. */
export function testFolder(): (name?: string) => string {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "taskdeck-test-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  return (name = "") => join(folder, name);
}

/** A folder with these files for all tests of a file. Returns its path. */
export function fileFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = join(tmpdir(), `taskdeck-test-${crypto.randomUUID()}`);
  beforeAll(() => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
