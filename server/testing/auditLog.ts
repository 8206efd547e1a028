import { expect } from "@jest/globals";
import type { AuditEntry, AuditPageResponse } from "#contract/audit.ts";
import type { Team } from "#contract/team.ts";
import { startServer, type TestUser } from "./server.ts";

/** An entry as one line of text. */
export function line({ actor, action, subject, details: { from, to, team } }: AuditEntry): string {
  const change = [from, to].filter((word) => word !== undefined).join(" → ");
  return [actor.name, action, subject.name, team?.name, change].filter(Boolean).join(" ");
}

/** A server with the admin Ada and the member Bob, and functions that fill and read its audit log. */
export async function startAuditServer() {
  const server = await startServer();
  const ada = await server.as("admin", { name: "Ada" });
  const bob = await server.as("member", { name: "Bob" });

  async function readPage(query = "", by = ada): Promise<AuditPageResponse> {
    const { status, body } = await by.call("GET", `/api/audit${query}`);
    expect(status).toBe(200);
    return body as AuditPageResponse;
  }

  /** The log as lines, oldest first. */
  const lines = async (query = "") => (await readPage(query)).entries.map(line).reverse();

  /** Calls a route one second later, so that entries have distinct times. */
  async function later(by: TestUser, ...call: Parameters<TestUser["call"]>) {
    server.clock.advance(1_000);
    return await by.call(...call);
  }

  async function createTeam(name: string): Promise<Team> {
    const { body } = await later(ada, "POST", "/api/teams", { name });
    return (body as { team: Team }).team;
  }

  return { server, ada, bob, readPage, lines, later, createTeam };
}

export type AuditServer = Awaited<ReturnType<typeof startAuditServer>>;
