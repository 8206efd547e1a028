import type { NamedRecord } from "#contract/id.ts";
import type {
  InvitationResult,
  InvitationsResponse,
  LinkPreview,
  LinksResponse,
  MadeLink,
  OpenLink,
} from "#contract/link.ts";
import { id, instant, listOf, named, type Schema, shape, text } from "#server/http/schema.ts";
import { role } from "#server/users/schemas.ts";

const kind: Schema = { type: "string", enum: ["invitation", "reset"] };
/** An enum that allows null must list it. */
const roleOrNone: Schema = {
  ...role,
  type: ["string", "null"],
  enum: [...(role["enum"] as string[]), null],
};

const LINK = named(
  "Link",
  shape<OpenLink>({
    id,
    kind,
    email: text,
    name: text,
    role: roleOrNone,
    teams: listOf(shape<NamedRecord>({ id, name: text })),
    made_by: { ...text, description: "Empty if the user asked for the link." },
    made_at: instant,
    expires_at: instant,
    mail: {
      type: ["string", "null"],
      enum: ["waiting", "sent", "failed", null],
      description: "Whether the server has mailed the link; null if it sends no mail.",
    },
  }),
);

export const MADE_LINK = named(
  "MadeLink",
  shape<MadeLink>({
    link: LINK,
    path: {
      ...text,
      description: "The page of the link below BASE_PATH, with the token in its fragment.",
    },
  }),
);
export const LINKS = shape<LinksResponse>({ links: listOf(LINK) });
export const INVITED = shape<InvitationsResponse>({
  results: listOf(
    shape<InvitationResult>({
      line: { type: "integer", minimum: 1 },
      email: text,
      outcome: { type: "string", enum: ["made", "exists", "duplicate", "invalid"] },
      reason: text,
      made: { anyOf: [MADE_LINK, { type: "null" }] },
    }),
  ),
});
export const PREVIEW = shape<{ link: LinkPreview }>({
  link: shape<LinkPreview>({
    kind,
    email: text,
    name: text,
    role: roleOrNone,
    teams: listOf(text),
    made_by: text,
    expires_at: instant,
  }),
});
