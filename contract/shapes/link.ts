import { LINK_KINDS, MAIL_STATES } from "../link.ts";
import { ROLES } from "../user.ts";
import { NamedRecord } from "./id.ts";
import {
  enumOf,
  id,
  instant,
  listOf,
  named,
  nullable,
  object,
  positive,
  type TypeOf,
  text,
} from "./shape.ts";

const accountFields = {
  kind: enumOf(LINK_KINDS),
  email: text,
  /** The person's name; empty if an invitation has none. */
  name: text,
  /** That of an invitation. */
  role: nullable(enumOf(ROLES)),
};

/** A link that can still be used. */
export const OpenLink = named(
  "Link",
  object({
    id,
    ...accountFields,
    teams: listOf(NamedRecord),
    /** The name of the admin. */
    made_by: { ...text, description: "Empty if the user asked for the link." },
    made_at: instant,
    expires_at: instant,
    mail: {
      ...nullable(enumOf(MAIL_STATES)),
      description: "Whether the server has mailed the link; null if it sends no mail.",
    },
  }),
);
export type OpenLink = TypeOf<typeof OpenLink>;

/** GET /api/links: for admins, the newest first. */
export const LinksResponse = object({ links: listOf(OpenLink) });
export type LinksResponse = TypeOf<typeof LinksResponse>;

/** A new link. Browsers never send the fragment of `path`, and no later response contains it. */
export const MadeLink = named(
  "MadeLink",
  object({
    link: OpenLink,
    path: {
      ...text,
      description: "The page of the link below BASE_PATH, with the token in its fragment.",
    },
  }),
);
export type MadeLink = TypeOf<typeof MadeLink>;

/** The result of one line. If no invitation was made, `reason` is the message to show. */
export const InvitationResult = object({
  line: positive,
  email: text,
  outcome: enumOf(["made", "exists", "duplicate", "invalid"]),
  reason: text,
  made: nullable(MadeLink),
});
export type InvitationResult = TypeOf<typeof InvitationResult>;

/** Response of POST /api/invitations, in the order of the lines. */
export const InvitationsResponse = object({ results: listOf(InvitationResult) });
export type InvitationsResponse = TypeOf<typeof InvitationsResponse>;

/** What the page of a link shows. */
export const LinkPreview = object({
  ...accountFields,
  teams: listOf(text),
  made_by: text,
  expires_at: instant,
});
export type LinkPreview = TypeOf<typeof LinkPreview>;

/** Response of POST /api/links/open. */
export const LinkPreviewResponse = object({ link: LinkPreview });
export type LinkPreviewResponse = TypeOf<typeof LinkPreviewResponse>;
