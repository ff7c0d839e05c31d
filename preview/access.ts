import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '@sanity/client';
import type { PreviewEnvironment } from './environment.ts';

/**
 * A person who requests a page. A `studio` visitor was sent by Studio and may see every page. A
 * `guest` is a colleague with a link to one page.
 */
export type Visitor = { kind: 'studio' } | { kind: 'guest'; page: string; until: number; at: string | null };

/** A link as Studio stores it (studio/sharing/links.ts). The secret itself is only in the link's address. */
interface StoredLink {
  _id: string;
  page: string;
  until: string;
  at?: string | null;
  hash: string;
}

/**
 * A session or secret ends after this time unless Studio confirms the person who made it. Studio
 * does that every three minutes while the person is a member (studio/presentation/presence.ts), so
 * a removed member loses access within this time.
 */
const PRESENCE_S = 600;
const SESSION_MS = 8 * 3_600_000;
/** The longest time for which a revoked link still works. */
const KNOWN_MS = 2_000;

/**
 * The number of requests to the content lake that start at once. Further ones of the same minute start one per second.
 */
const MAX_QUICK_READINGS = 20;
const SLOW_READING_MS = 1_000;

const secretForm = /^[\w-]{16,200}$/;
const tokenForm = /^([0-9a-f-]{36})\.([\w-]{43})$/;

const secretsQuery = `*[_type == "sanity.previewUrlSecret"
  && dateTime(_updatedAt) > dateTime(now()) - ${PRESENCE_S}].secret`;
const linksQuery = `*[_type == "previewLink" && dateTime(until) > dateTime(now())]{_id, page, until, at, hash}`;

/**
 * A list that is read once for everybody who is waiting for it. Guessed links therefore cost few
 * requests at Sanity, and do not lock out people who have a link.
 */
class SharedList<T> {
  readonly #read: () => Promise<T[]>;
  #next: Promise<T[]> | undefined;
  #last: { at: number; list: Promise<T[]> } | undefined;
  #readings = { minute: 0, count: 0 };

  constructor(read: () => Promise<T[]>) {
    this.#read = read;
  }

  fresh(): Promise<T[]> {
    return (this.#next ??= this.#start());
  }

  /** Returns the list as it was at most two seconds ago, because a page loads hundreds of files. */
  recent(): Promise<T[]> {
    return this.#last && Date.now() <= this.#last.at + KNOWN_MS ? this.#last.list : this.fresh();
  }

  async #start(): Promise<T[]> {
    const minute = Math.floor(Date.now() / 60_000);
    if (this.#readings.minute !== minute) this.#readings = { minute, count: 0 };
    await setTimeout(this.#readings.count++ < MAX_QUICK_READINGS ? 0 : SLOW_READING_MS);
    // If the content lake is slow, it gets one request at a time. The answer of a failed request is not stored.
    await this.#last?.list.catch(() => undefined);
    const at = Date.now();
    const list = this.#read();
    this.#next = undefined;
    this.#last = { at, list };
    list.catch(() => (this.#last = undefined));
    return list;
  }
}

/** Decides who may see what. Secrets are compared in constant time, or by the content lake. */
export class Access {
  readonly #secrets: SharedList<string>;
  readonly #links: SharedList<StoredLink>;
  readonly #key: Buffer;

  constructor(env: PreviewEnvironment) {
    const lake = createClient({
      projectId: env.SANITY_PROJECT_ID,
      dataset: env.SANITY_DATASET,
      token: env.SANITY_READ_TOKEN,
      apiVersion: '2025-02-19',
      useCdn: false,
      perspective: 'raw',
      // oxlint-disable-next-line typescript/no-deprecated -- nothing else gives one address for all projects
      ...(env.SANITY_API_HOST ? { apiHost: env.SANITY_API_HOST, useProjectHostname: false } : {}),
    });
    this.#secrets = new SharedList(() => lake.fetch<string[]>(secretsQuery));
    this.#links = new SharedList(() => lake.fetch<StoredLink[]>(linksQuery));
    // The key is derived from the token, so that a new token ends every session.
    this.#key = createHmac('sha256', env.SANITY_READ_TOKEN).update('preview session').digest();
  }

  /**
   * Opens a session for the secret that Studio has just written into the content lake. Returns null if the secret is
   * not in it.
   */
  async openSession(secret: string, now = Date.now()): Promise<string | null> {
    if (!secretForm.test(secret)) return null;
    const known = (await this.#secrets.fresh()).some((one) => isEqual(one, secret));
    return known ? this.#sign(`${now + SESSION_MS}.${hashOf(secret)}`) : null;
  }

  /** Returns whether a session is valid. It ends after eight hours, or when its secret ends. */
  async isSession(session: string | undefined, now = Date.now()): Promise<boolean> {
    const [until = '', hash = ''] = session?.split('.') ?? [];
    if (session === undefined || !isEqual(session, this.#sign(`${until}.${hash}`)) || Number(until) <= now)
      return false;
    return (await this.#secrets.recent()).some((secret) => isEqual(hashOf(secret), hash));
  }

  /** Returns what a shared link shows now, or null if the link never existed, has expired or was revoked. */
  async readLink(
    token: string,
    list: 'fresh' | 'recent' = 'fresh',
  ): Promise<(Visitor & { kind: 'guest' }) | null> {
    const [, id, secret] = tokenForm.exec(token) ?? [];
    if (id === undefined || secret === undefined) return null;
    // The link is a draft, so that no page, webhook or visitor of the content lake can read it.
    const link = (await this.#links[list]()).find(({ _id }) => _id === `drafts.preview-link-${id}`);
    if (!link || !isEqual(link.hash, hashOf(secret))) return null;
    const until = Date.parse(link.until);
    return until > Date.now() ? { kind: 'guest', page: link.page, until, at: link.at ?? null } : null;
  }

  async visitorOf(cookies: Record<string, string>): Promise<Visitor | null> {
    if (await this.isSession(cookies[sessionCookie])) return { kind: 'studio' };
    const token = cookies[linkCookie];
    return token === undefined ? null : this.readLink(token, 'recent');
  }

  #sign(content: string): string {
    return `${content}.${createHmac('sha256', this.#key).update(content).digest('base64url')}`;
  }
}

export const sessionCookie = 'otter_preview';
export const linkCookie = 'otter_preview_link';

export function readCookies(header: string | undefined): Record<string, string> {
  const pairs = (header ?? '').split(';').map((pair) => /^\s*([^=\s]+)=(.*)$/.exec(pair) ?? []);
  return Object.fromEntries(
    pairs.flatMap(([, name, value]) => (name && value ? [[name, value.trim()]] : [])),
  );
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Compares two texts. Both are hashed first, because the comparison needs equal lengths. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
