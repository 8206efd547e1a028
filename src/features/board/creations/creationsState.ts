import { createSelector } from "@reduxjs/toolkit";
import type { Task, TaskStatus } from "#contract/task.ts";
import type { CreationPhase } from "./creationMachine.ts";
import type { StoredCreation } from "./storedCreation.ts";

/** A new card that no board has shown yet. */
export interface Creation extends Omit<StoredCreation, "sent" | "reason"> {
  phase: Exclude<CreationPhase, "none">;
  /** Attempts without a response. */
  attempts: number;
  /** Why it failed. */
  reason: string | null;
  /** The created task, and the clock of its response. */
  taskId: Task["id"] | null;
  createdAt: number;
}

export interface CreationsState {
  /** A logical clock that orders responses. */
  clock: number;
  /** In the order of the user's actions. */
  all: readonly Creation[];
  /** The latest request of the board: its id and clock. */
  requested: Readonly<Record<string, number>>;
}

/** The initial state. Opening a column's line loads the slice. */
export const NO_CREATIONS: CreationsState = { clock: 0, all: [], requested: {} };

export interface WithCreations {
  creations: CreationsState;
}

/** The new cards that the server has not confirmed. */
export const selectUnsentCreations = createSelector(
  [({ creations }: WithCreations) => creations.all],
  (all): readonly StoredCreation[] =>
    all.flatMap(({ key, title, status, assignee_id, phase, attempts, reason }) => {
      if (phase === "created") return [];
      const card: StoredCreation = { key, title, status, assignee_id };
      if (phase === "sending" || attempts > 0) card.sent = true;
      if (reason !== null) card.reason = reason;
      return [card];
    }),
);

/** Whether a column has new cards. */
export const selectHasCreations = ({ creations }: WithCreations, status: TaskStatus): boolean =>
  creations.all.some((one) => one.status === status);
