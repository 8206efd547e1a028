import { expect } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import { act } from "react";
import type { AuditEntry } from "#contract/shapes/audit.ts";
import type { TestUser } from "#server/testing/server.ts";
import { openBackend, renderApp } from "../renderApp.tsx";

export const AUDIT = "GET /api/audit";
/** The entry of the user who opens the log. */
export const JOINED = "Ada Lovelace joined as an admin";

/** A server with the admin Grace Hopper and the member Bob Stone. */
export async function startAudit() {
  const backend = await openBackend();
  const grace = await backend.as("admin", { name: "Grace Hopper" });
  const bob = await backend.as("member", { name: "Bob Stone" });

  /** Sends a call of Grace, from another browser. */
  async function byGrace(method: "POST" | "PUT" | "DELETE", url: string, body?: object) {
    backend.clock.advance(1_000);
    const answer = await act(() => grace.call(method, url, body));
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  }

  const change = (user: TestUser, body: object) =>
    byGrace("PUT", `/api/users/${user.user.id}`, body);

  /** Ada, another admin, opens the log: her registration is in it, too. */
  async function open(path = "/audit") {
    backend.clock.advance(1_000);
    const app = await renderApp({ path, as: "admin", backend });
    await screen.findByRole("heading", { level: 1, name: "Audit Log" });
    return app;
  }

  /** Responses of a server whose log has these entries. */
  function answerWith(some: (Omit<Partial<AuditEntry>, "action"> & { action: string })[]) {
    const whole = some.map((entry, index) => ({
      id: String(index),
      at: "2026-03-08T12:00:00.000Z",
      actor: { id: "a", name: "Ada" },
      subject: { kind: "user", id: "b", name: "Bob" },
      details: {},
      ...entry,
    }));
    const pagination = { page: 1, limit: 50, total: some.length, totalPages: 1 };
    backend.answer(AUDIT, { entries: whole, pagination });
  }

  return { backend, grace, bob, byGrace, change, open, answerWith };
}

export type Audit = Awaited<ReturnType<typeof startAudit>>;

export const entries = () => screen.queryAllByRole("listitem").filter((item) => item.closest("ol"));
export const sentences = () => entries().map((item) => item.querySelector("p")?.textContent);
export const waitForSentences = (expected: string[]) =>
  waitFor(() => expect(sentences()).toEqual(expected));
