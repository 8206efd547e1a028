import { UserPlus } from "lucide-react";
import { Suspense, useState } from "react";
import { useSelector } from "react-redux";
import { lazyPart } from "#lib/lazyPart.tsx";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Button } from "#ui/Button.tsx";

const InviteDialog = lazyPart(() => import("./InviteDialog.tsx"));

/** Opens the dialog that invites people. Other servers have no invitations. */
export function InviteButton() {
  const isOurs = useSelector(selectHasExtensions);
  const [open, setOpen] = useState(false);
  if (!isOurs) return null;
  return (
    <>
      <Button variant="primary" icon={<UserPlus />} onClick={() => setOpen(true)}>
        Invite people
      </Button>
      <Suspense fallback={null}>{open && <InviteDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
