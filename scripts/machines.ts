import { writeFileSync } from "node:fs";
import path from "node:path";
import { machines } from "#app/devtools/machines.ts";
import { machinesPage } from "./machinesPage.ts";

/** Generates docs/machines.md from the machines' declarations. */
const file = path.resolve(import.meta.dirname, "../docs/machines.md");
writeFileSync(file, machinesPage(machines));
console.log(`${machines.length} machines written to docs/machines.md`);
