import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Hono } from 'hono';
import { writeDurably } from './durable.ts';
import { apiError, unauthorized } from './errors.ts';
import { isLoopbackOrigin, type LakeContext, type LakeEnv, type User } from './http.ts';
import { isPrivate, newId } from './ids.ts';

const user = (id: string, name: string, role: string, title: string): User => ({
  id,
  name,
  displayName: name,
  email: `${id}@localhost.test`,
  provider: 'local',
  role,
  roles: [{ name: role, title }],
});
/** People who sign in through Studio. The editor may write drafts only (`mayWrite`). */
export const publisher = user('publisher', 'Local publisher', 'administrator', 'Administrator');
export const editor = user('editor', 'Local editor', 'editor', 'Editor');
export const robot = user('robot', 'Robot', 'administrator', 'Administrator');
export const viewer = user('viewer', 'Reader', 'viewer', 'Viewer');
const people = [publisher, editor];
const users = [...people, robot, viewer];

/**
 * True if the user may change this document. Uploads are not checked, because in the cloud editors may upload too.
 */
export const mayWrite = (userId: string, documentId: string) => userId !== editor.id || isPrivate(documentId);

const digest = (token: string) => createHash('sha256').update(token).digest('hex');

/** The users of all tokens. Hashes of session tokens are stored, so that Studio stays signed in after a restart. */
export class Sessions {
  readonly #file: string;
  readonly #robots: ReadonlyMap<string, User>;
  readonly #users: Map<string, string>;
  /** User ids by ticket. The browser receives a ticket after the sign-in and can exchange it for a token once. */
  readonly #tickets = new Map<string, string>();

  constructor(
    dir: string,
    { writeToken, readToken }: { writeToken: string; readToken?: string | undefined },
  ) {
    this.#file = path.join(dir, 'sessions.json');
    this.#robots = new Map([
      ...(readToken ? [[digest(readToken), viewer] as const] : []),
      [digest(writeToken), robot] as const,
    ]);
    const stored = existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '{}';
    this.#users = new Map(Object.entries(JSON.parse(stored) as Record<string, string>));
  }

  /** Returns the user of an `Authorization` header, or null if there is no header. Throws 401 for an unknown token. */
  userOf(authorization: string | undefined): User | null {
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    if (!token) return null;
    const key = digest(token);
    const found = this.#robots.get(key) ?? users.find(({ id }) => id === this.#users.get(key));
    if (found) return found;
    throw unauthorized();
  }

  issueTicket(user: User): string {
    const ticket = newId();
    this.#tickets.set(ticket, user.id);
    return ticket;
  }

  async redeem(ticket: string): Promise<string> {
    const user = this.#tickets.get(ticket);
    if (user === undefined) throw unauthorized('This sign-in is over; start again');
    this.#tickets.delete(ticket);
    const token = `local-${newId(40)}`;
    this.#users.set(digest(token), user);
    await this.#save();
    return token;
  }

  async end(authorization: string | undefined): Promise<void> {
    if (this.#users.delete(digest((authorization ?? '').replace(/^Bearer /, '')))) await this.#save();
  }

  #save(): Promise<void> {
    return writeDurably(this.#file, JSON.stringify(Object.fromEntries(this.#users)), 0o600);
  }
}

/** On a developer's own machine, users sign in by choosing an identity, without a password. */
export function identityRoutes(sessions: Sessions, signInUrl: string): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>();
  const signedIn = (c: LakeContext) => {
    const current = c.get('user');
    if (!current) throw unauthorized();
    return current;
  };

  routes.get('/users/me', (c) => c.json(signedIn(c)));
  routes.get('/users/:ids', (c) => {
    const ids = c.req.param('ids').split(',');
    const found = ids.map((id) => users.find((candidate) => candidate.id === id) ?? null);
    return c.json(found.length === 1 ? found[0] : found);
  });

  /** The lake forgets Studio's preferences when it stops. */
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
    c.json({
      providers: people.map(({ id, name }) => ({ name: id, title: name, url: `${signInUrl}/${id}` })),
      thirdPartyLogin: false,
    }),
  );
  routes.get('/auth/login/:id', (c) => {
    const person = people.find(({ id }) => id === c.req.param('id'));
    if (!person) throw apiError(404, 'Not Found', 'Nobody of this name signs in here');
    const origin = c.req.query('origin') ?? '';
    // Only a page of this machine may receive the ticket.
    if (!URL.canParse(origin) || !isLoopbackOrigin(new URL(origin).origin)) {
      throw apiError(400, 'Bad Request', '"origin" must be a page of this machine');
    }
    return c.redirect(`${origin}#sid=${sessions.issueTicket(person)}`);
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
