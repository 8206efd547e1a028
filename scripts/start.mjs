// Plain JavaScript, so that an old Node can run it and print the required version.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Taskdeck needs Node 24.7 or newer, and this is Node ${process.versions.node}. ` +
      "After `npm ci`, `npm start` uses the project's own Node on Linux; elsewhere install Node 24.",
  );
  process.exit(1);
}

const { spawnSync } = await import("node:child_process");
const path = await import("node:path");
const { isBuilt } = await import("./buildStamp.ts");

const root = path.resolve(import.meta.dirname, "..");
if (!isBuilt(root, process.env.API_HOST ?? "")) {
  console.log("Building the app…");
  // In a separate process, so that the server doesn't keep the build's memory.
  const build = spawnSync(process.execPath, [path.join(root, "scripts/build.ts")], {
    cwd: root,
    stdio: "inherit",
  });
  if (build.status !== 0) {
    console.error("The app could not be built; see above.");
    process.exit(build.status ?? 1);
  }
}

await import("../server/main.ts");
const { HOST, PORT, BASE_PATH } = process.env;
console.log(
  `Taskdeck is ready: http://${HOST || "127.0.0.1"}:${PORT || 3000}${BASE_PATH?.trim() || ""}`,
);
