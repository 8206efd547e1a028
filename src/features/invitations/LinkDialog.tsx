import { useEffect, useState } from "react";
import type { OpenLink } from "#contract/link.ts";
import { formatInstantFull } from "#lib/dates.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { LinkAddress } from "./CopyText.tsx";
import classes from "./Links.module.css";
import { addressOfLink, forgetLinks } from "./linkVault.ts";

/** Shows a link that was just made. It can't be shown again. */
export function LinkDialog({ link, onClose }: { link: OpenLink; onClose: () => void }) {
  const [address] = useState(() => addressOfLink(link.id));
  useEffect(() => forgetLinks, []);
  const who = link.name || link.email;
  return (
    <Dialog
      title={link.kind === "invitation" ? `New invitation for ${who}` : `Reset link for ${who}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className={classes.stack}>
        <p>
          Send this link to <bdi>{who}</bdi>. It works once, until{" "}
          {formatInstantFull(link.expires_at)}, and is not shown again.
          {link.mail !== null && " It is mailed as well."}
        </p>
        <LinkAddress address={address} of={who} />
      </div>
    </Dialog>
  );
}
