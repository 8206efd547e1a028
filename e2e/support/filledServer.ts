import { LABEL_COLORS } from "#contract/label.ts";
import type { LabelResponse } from "#contract/shapes/label.ts";
import type { TeamResponse } from "#contract/shapes/team.ts";
import type { TestServer } from "./server.ts";

const DESCRIPTION = `Very hungry.

- [ ] Buy **food**
- [x] Buy a bowl

| What | Who |
|------|-----|
| Food | Ada |

> quoted

\`\`\`
npm start
\`\`\``;

/** Fills a server with something for each state. Returns the session of an admin. */
export async function fillForStates(server: TestServer) {
  const admin = await server.signUp({ role: "admin" });
  const as = <T>(method: string, url: string, body?: object) =>
    server.call<T>(method, url, body, admin.accessToken);
  const { team } = await as<TeamResponse>("POST", "/api/teams", { name: "Garden" });
  const grace = await server.signUp({ email: "grace.hopper@example.com" });
  await server.signUp({ email: `${"wolfeschlegel".repeat(4)}@example.com` });
  await as("POST", `/api/teams/${team.id}/members`, { userId: grace.user.id });
  const labels: string[] = [];
  for (const [at, name] of ["Bug", "Client: Acme", "Client: Initech", "Old"].entries()) {
    const color = LABEL_COLORS[at * 2];
    labels.push((await as<LabelResponse>("POST", "/api/labels", { name, color })).label.id);
  }
  await as("DELETE", `/api/labels/${labels.pop()}`);
  const { id } = await server.addTask(admin, {
    labels: labels.slice(0, 2),
    title: "Feed the cat",
    description: DESCRIPTION,
    due_date: "2099-01-01",
    priority: "High",
    team_id: team.id,
  });
  const comment = { comment: `Which **food**, @${admin.user.name}?` };
  await server.call("POST", `/api/tasks/${id}/comments`, comment, grace.accessToken);
  await server.addTask(admin, { title: "Averylongwordthatdoesnotendsoon".repeat(5) });
  const done = { title: "Water the plants", status: "Done", priority: "Low" } as const;
  await server.addTask(admin, done);
  const deleted = await server.addTask(admin, { title: "A deleted task" });
  await as("DELETE", `/api/tasks/${deleted.id}`);
  await as("POST", "/api/webhooks", {
    url: "http://127.0.0.1:1/",
    events: "task.created",
    is_active: true,
    description: "",
  });
  const run = { action: "role", role: "admin", user_ids: grace.user.id, confirm_count: 1 };
  await as("POST", "/api/user-runs", run);
  return admin;
}
