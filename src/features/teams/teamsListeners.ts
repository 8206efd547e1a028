import type { TypedStartListening, UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { teamsApi } from "./teamsApi.ts";

const { getTeams, getTeam, createTeam, addMember, removeMember } = teamsApi.endpoints;

type Outcome = (action: UnknownAction) => boolean;

const SUCCESSES: readonly [Outcome, string][] = [
  [createTeam.matchFulfilled, "Team created successfully"],
  [addMember.matchFulfilled, "Member added successfully"],
  [removeMember.matchFulfilled, "Member removed successfully"],
];

const FAILURES: readonly [Outcome, string][] = [
  [createTeam.matchRejected, "Failed to create team"],
  [addMember.matchRejected, "Failed to add member"],
  [removeMember.matchRejected, "Failed to remove member"],
];

/** Says how the calls about teams ended (§8). */
export function startTeamsListeners(startListening: TypedStartListening<unknown>): void {
  for (const [matcher, message] of SUCCESSES) {
    startListening({ predicate: matcher, effect: () => void toast.success(message) });
  }
  for (const [matcher, message] of FAILURES) {
    startListening({ predicate: matcher, effect: () => void toast.error(message) });
  }
  // A request that was taken back, or never left, is no failure.
  startListening({
    matcher: getTeams.matchRejected,
    effect: ({ meta }) => {
      if (!meta.aborted && !meta.condition) toast.error("Failed to fetch teams");
    },
  });
  startListening({
    matcher: getTeam.matchRejected,
    effect: ({ meta }) => {
      if (!meta.aborted && !meta.condition) toast.error("Failed to fetch team details");
    },
  });
}
