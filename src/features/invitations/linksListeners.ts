import { toast } from "react-hot-toast/headless";
import type { WithApi } from "#api/api.ts";
import { countOf } from "#lib/text/formatCount.ts";
import type { StartListening } from "#session/appExtra.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { linksApi } from "./linksApi.ts";

const { invite } = linksApi.endpoints;

/** Shows toasts for invitations and other links. */
export function startLinksListeners(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  startListening({
    matcher: invite.matchFulfilled,
    effect: ({ payload }) => {
      const made = payload.filter(({ link }) => link !== null).length;
      const text = made > 0 ? `${countOf(made, "invitation")} made` : "No invitation made";
      (made > 0 ? toast.success : toast.error)(text);
    },
  });
}
