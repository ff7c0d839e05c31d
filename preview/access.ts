import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createClient, type SanityClient } from '@sanity/client';
import type { PreviewEnvironment } from './environment.ts';

/** Who asks: somebody whom Studio sent, with every page, or a colleague with a link to one page. */
export type Visitor = { kind: 'studio' } | { kind: 'guest'; page: string; until: number; at: string | null };

/** A link as Studio stores it (studio/sharing/links.ts). The secret itself is only in the address. */
interface StoredLink {
  page: string;
  until: string;
  at?: string | null;
  hash: string;
}

/** Studio makes a new secret when one is an hour old (Sanity's protocol for previews). */
const SECRET_MAX_AGE_S = 3_600;
const SESSION_MS = 8 * 3_600_000;
/** A revoked link works for this long at most. */
const GUEST_KNOWN_MS = 2_000;

/** Unknown secrets and links that are looked up in a minute; a flood of guesses must not cost requests at Sanity. */
const MOST_GUESSES = 100;

const secretForm = /^[\w-]{16,200}$/;
const tokenForm = /^([0-9a-f-]{36})\.([\w-]{43})$/;

const secretQuery = `*[_type == "sanity.previewUrlSecret" && secret == $secret
  && dateTime(_updatedAt) > dateTime(now()) - ${SECRET_MAX_AGE_S}][0]._id`;
const linkQuery = `*[_id == $id && _type == "previewLink"][0]{page, until, at, hash}`;

/** Decides who may see what. All secrets are compared in constant time or by the content lake. */
export class Access {
  readonly #lake: SanityClient;
  readonly #key: Buffer;
  #guesses = { minute: 0, count: 0 };
  #guest: { token: string; until: number; visitor: Promise<Visitor | null> } | undefined;

  constructor(env: PreviewEnvironment) {
    this.#lake = createClient({
      projectId: env.SANITY_PROJECT_ID,
      dataset: env.SANITY_DATASET,
      token: env.SANITY_READ_TOKEN,
      apiVersion: '2025-02-19',
      useCdn: false,
      perspective: 'raw',
      // oxlint-disable-next-line typescript/no-deprecated -- the one way to an address for all projects
      ...(env.SANITY_API_HOST ? { apiHost: env.SANITY_API_HOST, useProjectHostname: false } : {}),
    });
    // Derived from the token, so that a new token ends every session.
    this.#key = createHmac('sha256', env.SANITY_READ_TOKEN).update('preview session').digest();
  }

  /** A session for the secret that Studio has just written into the content lake; null for any other. */
  async openSession(secret: string, now = Date.now()): Promise<string | null> {
    if (!secretForm.test(secret) || this.#isFlooded(now)) return null;
    const known = await this.#lake.fetch<string | null>(secretQuery, { secret });
    if (known !== null) return this.#sign(String(now + SESSION_MS));
    this.#guesses.count++;
    return null;
  }

  isSession(session: string | undefined, now = Date.now()): boolean {
    const [until = ''] = session?.split('.') ?? [];
    return session !== undefined && isEqual(session, this.#sign(until)) && Number(until) > now;
  }

  /** As `readLink`, asked at most every two seconds, because a page loads hundreds of files. */
  #guestOf(token: string): Promise<Visitor | null> {
    if (this.#guest?.token !== token || Date.now() > this.#guest.until)
      this.#guest = { token, until: Date.now() + GUEST_KNOWN_MS, visitor: this.readLink(token) };
    return this.#guest.visitor;
  }

  /** What a shared link shows now; null if it never existed, has ended or was revoked. */
  async readLink(token: string, now = Date.now()): Promise<(Visitor & { kind: 'guest' }) | null> {
    const [, id, secret] = tokenForm.exec(token) ?? [];
    if (id === undefined || secret === undefined || this.#isFlooded(now)) return null;
    // As a draft, the link reaches no page, no webhook and no visitor of the content lake.
    const link = await this.#lake.fetch<StoredLink | null>(linkQuery, { id: `drafts.preview-link-${id}` });
    if (!link || !isEqual(link.hash, createHash('sha256').update(secret).digest('hex'))) {
      this.#guesses.count++;
      return null;
    }
    const until = Date.parse(link.until);
    return until > now ? { kind: 'guest', page: link.page, until, at: link.at ?? null } : null;
  }

  async visitorOf(cookies: Record<string, string>): Promise<Visitor | null> {
    if (this.isSession(cookies[sessionCookie])) return { kind: 'studio' };
    const token = cookies[linkCookie];
    return token === undefined ? null : this.#guestOf(token);
  }

  #isFlooded(now: number): boolean {
    const minute = Math.floor(now / 60_000);
    if (this.#guesses.minute !== minute) this.#guesses = { minute, count: 0 };
    return this.#guesses.count >= MOST_GUESSES;
  }

  #sign(until: string): string {
    return `${until}.${createHmac('sha256', this.#key).update(until).digest('base64url')}`;
  }
}

export const sessionCookie = 'otter_preview';
export const linkCookie = 'otter_preview_link';
/** The chosen moment; the page's own script reads and writes it (src/content/preview). */
export const momentCookie = 'preview_at';

export function readCookies(header: string | undefined): Record<string, string> {
  const pairs = (header ?? '').split(';').map((pair) => /^\s*([^=\s]+)=(.*)$/.exec(pair) ?? []);
  return Object.fromEntries(
    pairs.flatMap(([, name, value]) => (name && value ? [[name, value.trim()]] : [])),
  );
}

/** Both are hashed first, because the comparison needs equal lengths. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
