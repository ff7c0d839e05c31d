import type { SanityClient } from 'sanity';

/**
 * A link to the preview of one page, for a colleague without a Studio account. The preview server reads it
 * (`preview/`).
 */
export interface PreviewLink {
  _id: string;
  page: string;
  until: string;
  /** The moment that the link shows, or null for the present. */
  at: string | null;
  madeBy: string | null;
}

/**
 * The beginning of a link's id. A link is stored as a draft, because a draft starts no build and cannot be read
 * without a token.
 */
const prefix = 'drafts.preview-link-';
const type = 'previewLink';

const listQuery = `*[_type == "${type}" && page == $page && dateTime(until) > dateTime(now())]
  | order(until desc){_id, page, until, at, madeBy}`;

export const listLinks = (client: SanityClient, page: string): Promise<PreviewLink[]> =>
  client.fetch(listQuery, { page }, { perspective: 'raw' });

/** Deletes a link, which ends it at once, because the preview server reads it on every request. */
export const revokeLink = (client: SanityClient, id: string) => client.delete(id);

interface NewLink {
  previewUrl: string;
  page: string;
  until: Date;
  at: Date | null;
  madeBy: string | null;
}

/**
 * Makes a link. Only a hash of the secret is stored, so that people who can read the content lake cannot open the
 * page. The page, the end and the moment are stored as well, so that changing the URL has no effect.
 */
export async function makeLink(
  client: SanityClient,
  { previewUrl, page, until, at, madeBy }: NewLink,
): Promise<string> {
  const id = crypto.randomUUID();
  const secret = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret)));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  await client.delete({ query: `*[_type == "${type}" && dateTime(until) <= dateTime(now())]` });
  await client.create({
    _id: prefix + id,
    _type: type,
    page,
    until: until.toISOString(),
    at: at?.toISOString() ?? null,
    madeBy,
    hash,
  });
  return new URL(`/__preview/shared/${id}.${secret}`, previewUrl).href;
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
