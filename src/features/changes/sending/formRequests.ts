import type { CallError } from "#api/errors.ts";
import { isOwnersSession, selectOwner } from "#features/changes/queue/owner.ts";
import type { AppExtra } from "#session/appExtra.ts";
import type { WithSession } from "#session/sessionSlice.ts";

/** A form's own request, which the sender sends when its turn comes. */
export interface FormRequest {
  /** The task that it saves; null for a new one. */
  id: string | null;
  /** The user who has submitted the form. */
  owner: string | null;
  /** Sends it once, and returns its error. */
  send: () => Promise<CallError>;
  /** Called when it is done. False if it was not sent, because its user is no longer signed in. */
  end: (isSent: boolean) => void;
}

/** A new task's form whose response was lost. */
interface LostForm {
  /** What the form has sent. */
  body: string;
  /** The request's key. Only the same form may be sent again with it. */
  key: string;
}

interface FormRequests {
  lost: LostForm | null;
  waiting: FormRequest[];
  running: Set<FormRequest>;
  /** Sends what may be sent. */
  wake: () => void;
}

const byApp = new WeakMap<AppExtra, FormRequests>();

/** The forms' requests of an app. They hold functions, so they are not in the store. */
export function formRequestsOf(extra: AppExtra): FormRequests {
  const known = byApp.get(extra) ?? {
    lost: null,
    waiting: [],
    running: new Set(),
    wake: () => undefined,
  };
  byApp.set(extra, known);
  return known;
}

/** Whether the user who has submitted a form is signed in, in this tab and in all others. */
export const isOfOwner = (form: FormRequest, state: WithSession, extra: AppExtra): boolean =>
  selectOwner(state) === form.owner && isOwnersSession(state, extra);
