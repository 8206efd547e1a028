import { writeFileSync } from "node:fs";
import path from "node:path";
import { apiDocument } from "#server/openapi/document.ts";
import { startServer } from "#server/testing/server.ts";

/** Writes docs/openapi.json from the server's routes. */
const { app, close } = await startServer();
const file = path.resolve(import.meta.dirname, "../docs/openapi.json");
writeFileSync(file, `${JSON.stringify(await apiDocument(app.apiRoutes), null, 2)}\n`);
await close();
console.log(`${app.apiRoutes.length} routes written to docs/openapi.json`);
