import type { UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { endedSession } from "#api/endedSession.ts";
import type { CallError } from "#api/errors.ts";
import type { AppExtra, StartListening } from "#api/extra.ts";
import { selectIsQuiet, type WithHealing } from "#features/connection/quiet.ts";
import { teamsApi } from "./teamsApi.ts";

const { getTeams, getTeam, createTeam, addMember, removeMember } = teamsApi.endpoints;

type Outcome = (action: UnknownAction) => boolean;

const SUCCESSES: readonly [Outcome, string][] = [
  [createTeam.matchFulfilled, "Team created successfully"],
  [addMember.matchFulfilled, "Member added successfully"],
  [removeMember.matchFulfilled, "Member removed successfully"],
];

const FAILURES: readonly [Outcome, string][] = [
  [getTeams.matchRejected, "Failed to fetch teams"],
  [getTeam.matchRejected, "Failed to fetch team details"],
  [createTeam.matchRejected, "Failed to create team"],
  [addMember.matchRejected, "Failed to add member"],
  [removeMember.matchRejected, "Failed to remove member"],
];

interface Rejection {
  payload?: CallError;
  meta?: { aborted?: boolean; condition?: boolean; arg?: { queryCacheKey?: string } };
}

/** A request that was taken back, or never left, is no failure; and a session tells its own end. */
function isFailure({ payload, meta }: Rejection, extra: AppExtra): boolean {
  return !meta?.aborted && !meta?.condition && !endedSession(payload, extra);
}

/** Says how the calls about teams ended (§8). */
export function startTeamsListeners(startListening: StartListening<WithHealing>): void {
  for (const [matcher, message] of SUCCESSES) {
    startListening({ predicate: matcher, effect: () => void toast.success(message) });
  }
  for (const [matcher, message] of FAILURES) {
    startListening({
      predicate: (action) => matcher(action),
      effect: (action, { getState, extra }) => {
        if (!isFailure(action as Rejection, extra)) return;
        const key = (action as Rejection).meta?.arg?.queryCacheKey;
        if (key !== undefined && selectIsQuiet(getState(), key)) return;
        // The same news twice is one toast.
        toast.error(message, { id: message });
      },
    });
  }
}
