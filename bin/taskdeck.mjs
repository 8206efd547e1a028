#!/usr/bin/env node
// Plain JavaScript, so that an old Node can run it and print the required version.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Taskdeck needs Node 24.7 or newer, and this is Node ${process.versions.node}. ` +
      "On Linux npm installs the right Node with it, which `npm start` and `npx taskdeck` use; elsewhere install Node 24.",
  );
  process.exit(1);
}

const { existsSync } = await import("node:fs");
// A checkout and the container image have the TypeScript sources, the package the JavaScript made of them.
const hasSources = existsSync(new URL("../scripts/commands/taskdeck.ts", import.meta.url));
await import(
  hasSources ? "../scripts/commands/taskdeck.ts" : "../package/scripts/commands/taskdeck.js"
);
