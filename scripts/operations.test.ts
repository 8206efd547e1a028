import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { readConfig } from "#server/config.ts";
import { SETTINGS } from "#server/settings.ts";

const root = path.resolve(import.meta.dirname, "..");
const read = (name: string) => readFileSync(path.join(root, name), "utf8");

test("the server reads exactly the documented variables", () => {
  const names = new Set<string>();
  // METRICS_HOST is read only beside METRICS_PORT.
  const env = new Proxy<Record<string, string>>(
    { METRICS_PORT: "9464" },
    { get: (all, name) => (names.add(String(name)), all[String(name)]) },
  );
  readConfig(env);
  expect(names).toEqual(new Set(Object.keys(SETTINGS)));
});

test("compose.yaml passes .env to the server, and .env.example starts it with the password added", () => {
  expect(read("compose.yaml")).toContain("\n    env_file: .env\n");
  const lines = read(".env.example").split("\n");
  expect(lines.filter((line) => /^[A-Z]/.test(line))).toEqual(["POSTGRES_PASSWORD="]);
  const all = lines.map((line) => /^#([A-Z_]+)=(.+)$/.exec(line)).filter((match) => match !== null);
  const set = Object.fromEntries(all.map(([, name = "", value = ""]) => [name, value]));
  const { ADMIN_REGISTRATION: _closed, PUBLIC_URL: _local, ...defaults } = set;
  expect(readConfig(defaults)).toEqual(readConfig({}));
});

test("docs/operations.md describes every metric", () => {
  const page = read("docs/operations.md");
  const names = read("server/metrics/metrics.ts").matchAll(
    /"((?:http|process|nodejs|taskdeck)_\w+)"/g,
  );
  for (const [, name = ""] of names) expect(page).toContain(`\`${name}`);
});

test("the systemd unit allows AF_NETLINK, which Node needs to listen on all addresses", () => {
  expect(read("deploy/taskdeck.service")).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m);
});

test("V8's flag is set when the server's process starts", () => {
  expect(read("deploy/taskdeck.service")).toContain(" node --optimize-for-size server/main.ts\n");
  expect(read("Dockerfile")).toContain('CMD ["node", "--optimize-for-size", "server/main.ts"]\n');
});

test("deployments that listen beyond loopback close admin registration by default", () => {
  expect(read("Dockerfile")).toMatch(/^ENV .*\bHOST=0\.0\.0\.0\b.* ADMIN_REGISTRATION=closed\b/m);
  expect(read("compose.yaml")).toContain("ADMIN_REGISTRATION: ${ADMIN_REGISTRATION:-closed}\n");
  expect(read("deploy/taskdeck.service")).toContain("\nEnvironment=ADMIN_REGISTRATION=closed\n");
});

test("every base image can be pinned by digest", () => {
  const bases = Array.from(read("Dockerfile").matchAll(/^FROM (\S+)/gm), ([, base]) => base);
  expect(new Set(bases)).toEqual(new Set(["${NODE_IMAGE}"]));
  expect(read("Dockerfile")).toMatch(/^ARG NODE_IMAGE=\S+\n/m);
  expect(read("compose.yaml")).toContain("NODE_IMAGE: ${NODE_IMAGE:-");
  expect(read("compose.yaml")).toContain("image: ${POSTGRES_IMAGE:-");
});

test("each container has limits, and backups are in a volume", () => {
  const [head = "", list = ""] = read("compose.yaml").split("\nservices:\n");
  const [services = "", volumes = ""] = list.split("\nvolumes:\n");
  const limits = head.slice(head.indexOf("x-limits: &limits\n"));
  for (const limit of [
    "read_only: true",
    "cap_drop: [ALL]",
    'security_opt: ["no-new-privileges:true"]',
    "pids_limit: 256",
  ]) {
    expect(limits).toContain(`\n  ${limit}\n`);
  }
  const each = services.split(/^ {2}(?=\w+:$)/m).filter(Boolean);
  expect(each.map((service) => service.split(":", 1)[0])).toEqual(["app", "database"]);
  for (const service of each) {
    expect(service).toContain("\n    <<: *limits\n");
    expect(service).toMatch(/\n {4}mem_limit: \S+\n/);
  }
  expect(each[0]).toContain("\n      - data:/data\n");
  expect(volumes).toMatch(/^ {2}data:$/m);
});

test("the backup unit has the same restrictions and data as the server unit", () => {
  const limits =
    /^(?:User|Group|DynamicUser|StateDirectory|WorkingDirectory|Environment|UMask|Protect|Private|Restrict|Lock|System|Capability|Ambient|NoNew|Memory|Tasks)\w*=.*$/gm;
  const limitsOf = (name: string) => read(name).match(limits);
  expect(limitsOf("deploy/taskdeck-backup.service")).toEqual(limitsOf("deploy/taskdeck.service"));
});

test("every file that docs/operations.md names exists", () => {
  const page = read("docs/operations.md");
  for (const [, name = ""] of page.matchAll(/`((?:deploy|scripts|server)\/[\w./]+)`/g)) {
    if (!name.endsWith("/")) expect(read(name)).not.toBe("");
  }
});
