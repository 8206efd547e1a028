import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { envExample, withSettingsTable } from "./settingsDocs.ts";

/** `npm run docs:settings`: writes the variables to docs/operations.md and .env.example. */
const root = path.resolve(import.meta.dirname, "..");
const page = path.join(root, "docs/operations.md");
writeFileSync(page, withSettingsTable(readFileSync(page, "utf8")));
const compose = readFileSync(path.join(root, "compose.yaml"), "utf8");
writeFileSync(path.join(root, ".env.example"), envExample(compose));
