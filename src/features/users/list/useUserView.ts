import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { readUserAddress, type UserView, writeUserAddress } from "./userView.ts";

/** The time in ms from the last keystroke to the new address. */
const ADDRESS_DELAY_MS = 300;

/** The filters and the order of the table, which the address holds too. */
export function useUserView(): [UserView, (view: UserView) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [view, setView] = useState(() => readUserAddress(search));
  const [known, setKnown] = useState(search);
  const [written, setWritten] = useState(search);
  // False while another screen covers this one.
  const isHere = pathname.toLowerCase().startsWith(paths.users);
  const address = writeUserAddress(view);

  // Back, Forward and links lead to another view. This hook's own navigation may complete after a
  // later change of the view, and must not undo it.
  if (isHere && search !== known) {
    setKnown(search);
    if (search !== written) {
      setWritten(search);
      setView(readUserAddress(search));
    }
  }

  useEffect(() => {
    if (!isHere || address === search) return undefined;
    const timer = setTimeout(() => {
      setWritten(address);
      void navigate({ search: address }, { replace: true });
    }, ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isHere, address, search, navigate]);

  return [view, setView];
}
