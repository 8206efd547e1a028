import { takeSecret } from "#api/secrets.ts";
import type { OpenLink } from "#contract/shapes/link.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { SecretDialog } from "#ui/dialog/SecretDialog.tsx";

/** A link that was just made, with the address that the server sends only once. */
export interface ShownLink extends OpenLink {
  address: string;
}

export const withAddress = (link: OpenLink): ShownLink => ({
  ...link,
  address: takeSecret(link.id),
});

/** Shows a link that was just made. It can't be shown again. */
export function LinkDialog({ link, onClose }: { link: ShownLink; onClose: () => void }) {
  const who = link.name || link.email;
  return (
    <SecretDialog
      title={link.kind === "invitation" ? `New invitation for ${who}` : `Reset link for ${who}`}
      label={`Link for ${who}`}
      secret={link.address}
      text={
        <>
          Send this link to <bdi>{who}</bdi>. It works once, until{" "}
          {formatInstantFull(link.expires_at)}, and is not shown again.
          {link.mail !== null && " It is mailed as well."}
        </>
      }
      lossText={
        link.mail === null ? "The link was not copied, and can't be shown again." : undefined
      }
      onClose={onClose}
    />
  );
}
