import { toast } from "react-hot-toast/headless";
import type { WithApi } from "#api/api.ts";
import { countOf } from "#lib/formatCount.ts";
import type { StartListening } from "#session/appExtra.ts";
import { callToasts } from "#sync/connection/callToasts.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { linksApi } from "./linksApi.ts";

const { invite, makeResetLink, renewLink, revokeLink } = linksApi.endpoints;

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
  callToasts({
    successes: [[revokeLink.matchFulfilled, "Link revoked"]],
    serverFailures: [
      [invite.matchRejected, "Failed to invite"],
      [makeResetLink.matchRejected, "Failed to make the link"],
      [renewLink.matchRejected, "Failed to make the link"],
      [revokeLink.matchRejected, "Failed to revoke the link"],
    ],
  })(startListening);
}
