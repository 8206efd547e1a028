import type {
  InvitationResult,
  InvitationsResponse,
  LinkPreview,
  LinksResponse,
  MadeLink,
  OpenLink,
} from "#contract/link.ts";
import {
  enumOf,
  enumOrNull,
  id,
  instant,
  listOf,
  named,
  namedRecord,
  shape,
  text,
} from "#contract/shapes/shape.ts";
import { ROLES } from "#contract/user.ts";

const kind = enumOf(["invitation", "reset"]);
const roleOrNone = enumOrNull(ROLES);

const LINK = named(
  "Link",
  shape<OpenLink>({
    id,
    kind,
    email: text,
    name: text,
    role: roleOrNone,
    teams: listOf(namedRecord),
    made_by: { ...text, description: "Empty if the user asked for the link." },
    made_at: instant,
    expires_at: instant,
    mail: {
      ...enumOrNull(["waiting", "sent", "failed"]),
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
      outcome: enumOf(["made", "exists", "duplicate", "invalid"]),
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
