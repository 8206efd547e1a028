import { LightResponse } from "#testing/schedules/model/lightFetch.ts";

export const USERS = ["ada", "bob"] as const;
export type UserName = (typeof USERS)[number];

/** A text that only this user may see. */
export const secretOf = (user: UserName) => `secret-of-${user}`;

interface Session {
  user: UserName;
  /** The last refresh token that was used first in its generation. */
  newest: string;
  /** Its successors, one for each response. */
  offered: Set<string>;
  /** The time at which each former token was superseded. */
  superseded: Map<string, number>;
  isOver: boolean;
}

/** The time in ms for which a superseded token stays valid, and no request takes longer. */
export const GRACE_MS = 60_000;

/** A model of the server's sessions and tokens. */
export class WorldServer {
  readonly #sessions: Session[] = [];
  readonly #access = new Map<string, { session: Session; until: number }>();
  #count = 0;
  now = 0;
  /** How often a token was used after another one had superseded it: only a copy is. */
  reuses = 0;
  readonly #rotates: boolean;

  constructor(rotates: boolean) {
    this.#rotates = rotates;
  }

  handle(method: string, path: string, body: Record<string, string>, token: string | null) {
    if (path === "/api/auth/login") return this.#signIn(body["email"] as UserName);
    if (path === "/api/auth/refresh") return this.#refresh(body["refreshToken"] ?? "");
    if (path === "/api/auth/logout") return this.#signOut(body["refreshToken"] ?? "");
    const user = this.accepts(token) ? this.userOf(token) : undefined;
    if (!user) return new LightResponse(401, { error: "Who are you?" });
    if (path === "/api/auth/me") return new LightResponse(200, { user: recordOf(user) });
    return new LightResponse(200, { users: [], secret: secretOf(user), method });
  }

  /** The user of an access token, valid or expired. */
  userOf(token: string | null): UserName | undefined {
    return this.#access.get(token ?? "")?.session.user;
  }

  /** Whether an access token is valid. */
  accepts(token: string | null): boolean {
    const known = this.#access.get(token ?? "");
    return known !== undefined && !known.session.isOver && known.until > this.now;
  }

  endSessions(): void {
    for (const session of this.#sessions) session.isOver = true;
  }

  isGood(refreshToken: string | null): boolean {
    const session = this.#sessionOf(refreshToken ?? "");
    return session !== undefined && !session.isOver;
  }

  #sessionOf(refreshToken: string) {
    return this.#sessions.find(
      ({ newest, offered, superseded }) =>
        newest === refreshToken || offered.has(refreshToken) || superseded.has(refreshToken),
    );
  }

  #accessFor(session: Session): string {
    const token = `access-${session.user}-${(this.#count += 1)}`;
    this.#access.set(token, { session, until: this.now + 900_000 });
    return token;
  }

  #signIn(user: UserName) {
    const refreshToken = `refresh-${user}-${(this.#count += 1)}`;
    const session = {
      user,
      newest: refreshToken,
      offered: new Set<string>(),
      superseded: new Map<string, number>(),
      isOver: false,
    };
    this.#sessions.push(session);
    return new LightResponse(200, {
      user: recordOf(user),
      accessToken: this.#accessFor(session),
      refreshToken,
    });
  }

  #refresh(refreshToken: string) {
    const session = this.#sessionOf(refreshToken);
    if (!session || session.isOver) return new LightResponse(401, { error: "No" });
    const accessToken = this.#accessFor(session);
    if (!this.#rotates) return new LightResponse(200, { accessToken });
    const supersededAt = session.superseded.get(refreshToken);
    if (supersededAt !== undefined) {
      if (this.now - supersededAt < GRACE_MS) {
        return new LightResponse(200, { accessToken, refreshToken });
      }
      this.reuses += 1;
      session.isOver = true;
      return new LightResponse(401, { error: "No" });
    }
    if (session.offered.delete(refreshToken)) {
      for (const other of [session.newest, ...session.offered]) {
        session.superseded.set(other, this.now);
      }
      session.offered.clear();
      session.newest = refreshToken;
    }
    // The former token stays valid until the next one is used, because a response may be lost.
    const next = `refresh-${session.user}-${(this.#count += 1)}`;
    session.offered.add(next);
    return new LightResponse(200, { accessToken, refreshToken: next });
  }

  #signOut(refreshToken: string) {
    const session = this.#sessionOf(refreshToken);
    if (session) session.isOver = true;
    return new LightResponse(200, {});
  }
}

function recordOf(user: UserName) {
  return { id: user, name: secretOf(user), email: user, role: "member", is_active: true };
}
