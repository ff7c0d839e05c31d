import { PLANNED } from './publishing/moments.ts';

const API_VERSION = 'v2025-02-19';
const TIMEOUT_MS = 10_000;

/**
 * Everything that can be sold. The oldest document comes first. Prices are in S$ as editors enter them. A base that is
 * not published is null.
 */
const SELLABLE = `*[_type in ["pass", "campTier", "holidayPackage", "birthdayPackage"]] | order(_createdAt asc, _id asc){
  _id, _rev, _updatedAt, _type, name, price, available, cancellation, refundRules[]{ hoursBefore, daysAfterPurchase, percent },
  minAge, maxAge,
  kind, passId, sessions, validityDays, makeUps, pauseDays, pauses, pauseNoticeDays, siblingCredits, onePerChild, renews, checkoutType,
  tier, days, level, teams, "bases": bases[]->slug, rungs[]{ id, price, places, from, deadline, closed }, pricesConfirmed,
  plannedPrices[]{ from, price }, saleTime{ from, until },
  siblingRebate{ amount, places }, transport[]{ id, title, price }, extendedDay{ start, end },
  guests, minutes
}`;

const TEAMS = `*[_type == "team"] | order(_createdAt asc, _id asc){
  _id, _rev, _updatedAt, name, teamId, minAge, maxAge, minLevel, maxLevel
}`;

const PACKING = `*[_type == "successPage"]{ _id, _rev, _updatedAt, "name": "What to bring", "classes": classes.bring, "camps": camps.bring }`;
const BASES = `*[_type == "base"] | order(_createdAt asc, _id asc){ _id, _rev, _updatedAt, name, address, mapUrl, use, slug }`;
/** The sentences of mails that were changed in Studio, and the translations that somebody has approved. */
const WORDING = `*[(_type == "wording" && string::startsWith(_id, "wording-mails")) || (_type == "translation" && string::startsWith(_id, "zh-wording-mails"))]{
  _id, _rev, _updatedAt, "changes": coalesce(changes[]{ was, text }, texts[proposed != true]{ was, text }, [])
}`;
/** The revisions of all published documents. Files and Sanity's own documents send no webhook, so they are left out. */
const REVISIONS = `*[!(_id in path("_.**")) && !(_id in path("drafts.**")) && !(_id in path("versions.**")) && !(_type match "sanity.*") && !(_type match "system.*")]{
  "id": _id, "revision": _rev, "updated_at": _updatedAt, "type": _type, "title": coalesce(title, name, question, heading, author, from, "")
}`;
const USES = `*[references(*[_type == "sanity.imageAsset" && originalFilename == $name]._id)] | order(_type asc, _id asc)[0...50]{
  "id": _id, "type": _type, "title": coalesce(title, name, heading, question, hero.heading)
}`;

/** Reads published content without the CDN, because the call that a publication triggers must see that publication. */
export interface ContentLake {
  sellable: () => Promise<unknown[]>;
  teams: () => Promise<unknown[]>;
  packing: () => Promise<unknown[]>;
  bases: () => Promise<unknown[]>;
  wording: () => Promise<unknown[]>;
  moments: () => Promise<unknown[]>;
  revisions: () => Promise<unknown[]>;
  usesOf: (fileName: string) => Promise<unknown[]>;
  /**
   * Returns whether a token is the session of a member of the project. Sanity is asked each time, and nothing is
   * cached.
   */
  isMember: (token: string) => Promise<boolean>;
}

export function createContentLake(env: {
  SANITY_PROJECT_ID: string;
  SANITY_DATASET: string;
  SANITY_API_HOST?: string | undefined;
  SANITY_READ_TOKEN?: string | undefined;
}): ContentLake {
  const host = env.SANITY_API_HOST ?? `https://${env.SANITY_PROJECT_ID}.api.sanity.io`;
  const address = `${host}/${API_VERSION}/data/query/${env.SANITY_DATASET}`;
  async function read(question: string, values: Record<string, string> = {}): Promise<unknown[]> {
    const query = new URLSearchParams({ query: question, perspective: 'published' });
    for (const [name, value] of Object.entries(values)) query.set(`$${name}`, JSON.stringify(value));
    const response = await fetch(`${address}?${query}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: env.SANITY_READ_TOKEN ? { authorization: `Bearer ${env.SANITY_READ_TOKEN}` } : {},
    });
    if (!response.ok) throw new Error(`content lake: ${response.status}`);
    const { result } = (await response.json()) as { result?: unknown };
    if (!Array.isArray(result)) throw new Error('content lake: no list');
    return result as unknown[];
  }
  async function isMember(token: string): Promise<boolean> {
    const response = await fetch(`${host}/${API_VERSION}/users/me`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) return false;
    const { roles } = (await response.json()) as { roles?: unknown };
    return Array.isArray(roles) && roles.length > 0;
  }
  return {
    sellable: () => read(SELLABLE),
    teams: () => read(TEAMS),
    packing: () => read(PACKING),
    bases: () => read(BASES),
    wording: () => read(WORDING),
    moments: () => read(PLANNED),
    revisions: () => read(REVISIONS),
    usesOf: (name) => read(USES, { name }),
    isMember,
  };
}
