import { expect } from "@jest/globals";
import { type Change, EVENT_ID_HEADER } from "#contract/events.ts";
import type { Board, BoardChangesResponse, BoardTask } from "#contract/shapes/board.ts";
import { openReader, type Reader } from "#server/testing/eventReader.ts";
import type { TestServer, TestUser } from "#server/testing/server.ts";

/** An event that a client got, as text: its number in the record, its type and the id in it. */
const textOf = (id: string, { type, id: of }: Change) => `${id.split("-")[1]} ${type} ${of}`;

/** The text of the event of a change. */
export const eventText = (number: number, type: Change["type"], of: string) =>
  `${number} ${type} ${of}`;

/** The columns of a board as cards by their ids. */
const cardsOf = (board: Board) =>
  new Map(
    Object.values(board)
      .flat()
      .map((card) => [card.id, card]),
  );

/** Follows the stream of events and the changes of the board, over restarts and on any server. */
export class LiveClient {
  #reader: Reader | undefined;
  #heard: Reader["told"] = [];
  #start = "";
  #position = "";
  #cards = new Map<string, BoardTask>();

  /** Begins with the present state. */
  async begin(server: TestServer, user: TestUser): Promise<void> {
    const { id, cards } = await readBoard(server, user);
    [this.#start, this.#position, this.#cards] = [id, id, cards];
    this.#heard = [];
    this.#reader = await openReader(server, user, id);
  }

  /** Goes on at a server after the one of its stream has ended. */
  async follow(server: TestServer, user: TestUser): Promise<void> {
    this.#heard.push(...(this.#reader?.told ?? []));
    const last = this.#heard.at(-1)?.id ?? this.#start;
    this.#reader?.close();
    this.#reader = await openReader(server, user, last);
  }

  /** Applies the changes of the board since the last call. */
  async update(server: TestServer, user: TestUser): Promise<void> {
    const url = `/api/kanban/changes?since=${this.#position}`;
    const response = (await server.callWith(user.accessToken)("GET", url))
      .body as BoardChangesResponse;
    if ("reset" in response) {
      const { id, cards } = await readBoard(server, user);
      [this.#position, this.#cards] = [id, cards];
      return;
    }
    for (const id of response.removed) this.#cards.delete(id);
    for (const { before: _before, ...card } of response.tasks) this.#cards.set(card.id, card);
    this.#position = response.position;
  }

  /**
   * Checks that the stream had the events of tasks once and in order, and those of the user's inbox, like a
   * stream that resumes from the start, and that the updated board is the present one.
   */
  async check(
    server: TestServer,
    user: TestUser,
    { tasks, ofInbox }: { tasks: readonly string[]; ofInbox: readonly string[] },
  ): Promise<void> {
    const resumed = await openReader(server, user, this.#start);
    resumed.close();
    expect(resumed.told.at(-1)?.name).toBe("ready");
    const textsIn = (told: Reader["told"], type: Change["type"]) =>
      told.flatMap(({ name, id, data }) =>
        name === "change" && (data as Change).type === type ? [textOf(id, data as Change)] : [],
      );
    expect(textsIn(resumed.told, "task")).toEqual(tasks);
    expect(textsIn(resumed.told, "inbox")).toEqual(expect.arrayContaining([...ofInbox]));
    const told = () => [...this.#heard, ...(this.#reader?.told ?? [])];
    const isHere = () => {
      const inbox = new Set(textsIn(told(), "inbox"));
      return (
        textsIn(told(), "task").length >= tasks.length && ofInbox.every((one) => inbox.has(one))
      );
    };
    while (!isHere()) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(textsIn(told(), "task")).toEqual(tasks);
    const others = textsIn(told(), "inbox").filter((text) => !text.endsWith(user.user.id));
    expect(others).toEqual([]);
    await this.update(server, user);
    expect(this.#cards).toEqual((await readBoard(server, user)).cards);
  }

  close(): void {
    this.#reader?.close();
    this.#reader = undefined;
  }
}

async function readBoard(server: TestServer, user: TestUser) {
  const call = server.callWith(user.accessToken);
  const { body, headers } = await call("GET", "/api/kanban/board?descriptions=none");
  const { board } = body as { board: Board };
  return { id: String(headers[EVENT_ID_HEADER]), cards: cardsOf(board) };
}
