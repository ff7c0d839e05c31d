import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Hono } from 'hono';
import { writeDurably } from './durable.ts';
import { apiError, unauthorized } from './errors.ts';
import { isLoopbackOrigin, type LakeContext, type LakeEnv } from './http.ts';
import { newId } from './ids.ts';

export interface User {
  id: string;
  name: string;
  displayName: string;
  email: string;
  provider: string;
  role: string;
  roles: { name: string; title: string }[];
}

const user = (id: string, name: string): User => ({
  id,
  name,
  displayName: name,
  email: `${id}@localhost.test`,
  provider: 'local',
  role: 'administrator',
  roles: [{ name: 'administrator', title: 'Administrator' }],
});
/** Whoever signs in through the Studio, and whatever holds the write token. */
export const editor = user('editor', 'Local editor');
export const robot = user('robot', 'Robot');

const digest = (token: string) => createHash('sha256').update(token).digest('hex');

/** Who holds which token. Session tokens are kept as digests, so that an open Studio outlives a restart. */
export class Sessions {
  readonly #file: string;
  readonly #robotDigest: string;
  readonly #editors: Set<string>;
  /** Given to the browser on its way back from the sign-in, good for one exchange. */
  readonly #tickets = new Set<string>();

  constructor(dir: string, writeToken: string) {
    this.#file = path.join(dir, 'sessions.json');
    this.#robotDigest = digest(writeToken);
    this.#editors = new Set(
      existsSync(this.#file) ? (JSON.parse(readFileSync(this.#file, 'utf8')) as string[]) : [],
    );
  }

  /** The user behind an `Authorization` header; null without one, 401 for a token nobody gave out. */
  userOf(authorization: string | undefined): User | null {
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    if (!token) return null;
    const key = digest(token);
    if (key === this.#robotDigest) return robot;
    if (this.#editors.has(key)) return editor;
    throw unauthorized();
  }

  issueTicket(): string {
    const ticket = newId();
    this.#tickets.add(ticket);
    return ticket;
  }

  async redeem(ticket: string): Promise<string> {
    if (!this.#tickets.delete(ticket)) throw unauthorized('This sign-in is over; start again');
    const token = `local-${newId(40)}`;
    this.#editors.add(digest(token));
    await this.#save();
    return token;
  }

  async end(authorization: string | undefined): Promise<void> {
    if (this.#editors.delete(digest((authorization ?? '').replace(/^Bearer /, '')))) await this.#save();
  }

  #save(): Promise<void> {
    return writeDurably(this.#file, JSON.stringify([...this.#editors]), 0o600);
  }
}

/** Sign-in without a password: whoever can open this machine's browser is the editor. */
export function identityRoutes(sessions: Sessions, signInUrl: string): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>();
  const signedIn = (c: LakeContext) => {
    const current = c.get('user');
    if (!current) throw unauthorized();
    return current;
  };
  const users = [editor, robot];

  routes.get('/users/me', (c) => c.json(signedIn(c)));
  routes.get('/users/:ids', (c) => {
    const ids = c.req.param('ids').split(',');
    const found = ids.map((id) => users.find((known) => known.id === id) ?? null);
    return c.json(found.length === 1 ? found[0] : found);
  });

  /** The Studio's own preferences, of this run. */
  const preferences = new Map<string, unknown>();
  routes.get('/users/me/keyvalue/:keys', (c) => {
    signedIn(c);
    const keys = c.req.param('keys').split(',');
    return c.json(keys.map((key) => ({ key, value: preferences.get(key) ?? null })));
  });
  routes.put('/users/me/keyvalue', async (c) => {
    signedIn(c);
    const pairs = await c.req.json<{ key: string; value: unknown }[]>();
    for (const { key, value } of pairs) preferences.set(key, value);
    return c.json(pairs);
  });

  routes.get('/auth/id', (c) => c.json({ id: signedIn(c).id, expiry: 4_102_444_800 }));
  routes.get('/auth/providers', (c) =>
    c.json({ providers: [{ name: 'local', title: 'Local editor', url: signInUrl }], thirdPartyLogin: false }),
  );
  routes.get('/auth/login/local', (c) => {
    const origin = c.req.query('origin') ?? '';
    // The ticket goes to a page of this machine, or to nobody.
    if (!URL.canParse(origin) || !isLoopbackOrigin(new URL(origin).origin)) {
      throw apiError(400, 'Bad Request', '"origin" must be a page of this machine');
    }
    return c.redirect(`${origin}#sid=${sessions.issueTicket()}`);
  });
  routes.get('/auth/fetch', async (c) =>
    c.json({ token: await sessions.redeem(c.req.query('sid') ?? ''), label: 'local' }),
  );
  routes.post('/auth/logout', async (c) => {
    await sessions.end(c.req.header('authorization'));
    return c.body(null, 204);
  });
  return routes;
}
