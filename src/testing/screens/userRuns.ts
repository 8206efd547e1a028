import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { UserRunResponse, UserRunsResponse } from "#contract/shapes/run.ts";
import { searchText } from "#server/db/text/searchText.ts";
import type { TestUser } from "#server/testing/server.ts";
import { openBackend, renderApp } from "../renderApp.tsx";

export const nameOf = (number: number) => `Person ${String(number).padStart(2, "0")}`;

/** Starts the server with the admin Ada Lovelace. */
export async function openRunBackend() {
  const backend = await openBackend();
  const admin = await backend.as("admin", { name: "Ada Lovelace", email: "ada@example.com" });
  const template = await backend.db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", admin.user.id)
    .executeTakeFirstOrThrow();

  /** Adds members without sessions. */
  async function addMembers(count: number) {
    const users = Array.from({ length: count }, (_none, index) => {
      const id = crypto.randomUUID();
      const email = `${id}@example.com`;
      const added = { ...template, id, name: nameOf(index + 1), email, email_key: email };
      const search_text = searchText(added.name, email);
      return Object.assign(added, { role: "member" as const, search_text });
    });
    await backend.db.insertInto("users").values(users).execute();
    return users.map(({ id }) => id);
  }

  /** An admin's deactivation of `ids`, of whom the first `done` are done. Another server works on the others. */
  async function addRunning(by: TestUser, ids: readonly string[], done: number): Promise<string> {
    const body = { action: "deactivate", user_ids: ids.join(), confirm_count: ids.length };
    const { id } = ((await by.call("POST", "/api/user-runs", body)).body as UserRunResponse).run;
    const items = backend.db.updateTable("run_items").where("position", ">", done);
    await items.set({ result: "waiting" }).execute();
    const users = backend.db.updateTable("users").set({ is_active: 1 });
    await users.where("id", "in", ids.slice(done)).execute();
    const lease = { lease_owner: "another server", lease_until: "2999-01-01T00:00:00.000Z" };
    const job = backend.db.updateTable("jobs").where("subject_id", "=", id);
    await job.set({ ...lease, state: "running", ended_at: null }).execute();
    return id;
  }

  /** The run that another server works on ends. */
  async function end(id: string, state: "done" | "stopped", stop_reason = "") {
    const job = backend.db.updateTable("jobs").where("subject_id", "=", id);
    await job.set({ state, stop_reason, ended_at: new Date().toISOString() }).execute();
  }

  /** Opens the page of users as the admin. */
  async function openUsers() {
    const as = { ...admin, user: { ...admin.user, is_active: true, awaiting_approval: false } };
    const app = await renderApp({ path: "/users", as, backend });
    await screen.findByRole("table");
    return app;
  }

  /** The names of the inactive users. */
  async function inactive() {
    const rows = await backend.db
      .selectFrom("users")
      .select("name")
      .where("is_active", "=", 0)
      .orderBy("name")
      .execute();
    return rows.map(({ name }) => name);
  }

  const runs = async () =>
    ((await admin.call("GET", "/api/user-runs")).body as UserRunsResponse).runs;

  return { backend, admin, addMembers, addRunning, end, openUsers, inactive, runs };
}

export const bar = () => within(screen.getByRole("region", { name: "Selected users" }));
export const button = (name: string | RegExp) => bar().getByRole("button", { name });
export const box = (number: number) =>
  screen.getByRole("checkbox", { name: `Select ${nameOf(number)}` });
export const row = (number: number) =>
  screen.getByRole("row", { name: new RegExp(nameOf(number)) });
export const dialog = async () => within(await screen.findByRole("dialog"));
/** The toasts' region moves into a dialog that opens. */
export const toast = async (text: string) =>
  await waitFor(() =>
    within(screen.getByRole("region", { name: "Notifications" })).getByText(text),
  );

/** Selects members by their numbers. */
export async function tick({ user }: { user: UserEvent }, ...numbers: number[]): Promise<void> {
  for (const number of numbers) await user.click(box(number));
}
