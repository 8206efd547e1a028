import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { databaseFile } from "#server/db/folder.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { createBus } from "#server/events/bus.ts";
import { serverLog } from "#server/http/log.ts";
import { writeTemplate } from "#server/testing/sqliteTemplate.ts";
import type { HostRequest, HostResponse } from "./host.ts";

/*
 * Runs the servers that e2e/support/host.ts requests. Each is the whole product with its own port,
 * folder and database. They share the process and its compiled code.
 */
const running = new Map<number, () => Promise<void>>();

const templateFolder = mkdtempSync(path.join(tmpdir(), "taskdeck-template-"));
process.once("exit", () => rmSync(templateFolder, { recursive: true }));
/** New servers copy this database, because a migration takes longer. */
const template = writeTemplate(templateFolder);

const tell = (message: HostResponse): void => void process.send?.(message);

async function start(id: number, env: Record<string, string>): Promise<string> {
  const config = readConfig({ PORT: "0", ...env });
  const file = databaseFile(config.dataDir);
  if (!existsSync(file)) copyFileSync(await template, file);
  await migrateDatabase(config.dataDir);
  const db = openDatabase(config.dataDir);
  const deps = { db, config, events: await createBus(db), now: () => new Date() };
  const app = await buildApp(deps, {
    logger: serverLog(config.logLevel, { write: (text) => tell({ id, text }) }),
    distDir: path.resolve(import.meta.dirname, "../../dist"),
  });
  await app.listen({ port: config.port, host: config.host });
  running.set(id, async () => {
    app.server.closeAllConnections();
    await app.close();
    await db.destroy();
  });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

async function end(id: number): Promise<string> {
  await running.get(id)?.();
  running.delete(id);
  return "";
}

process.on("message", ({ id, env }: HostRequest) => {
  (env ? start(id, env) : end(id)).then(
    (url) => tell({ id, url }),
    (failure: unknown) => tell({ id, failure: String(failure) }),
  );
});
process.on("disconnect", () => process.exit());
