import type { SanityClient } from 'sanity';

/** A link to the preview of one page, for a colleague without an account; the preview server reads it (`preview/`). */
export interface PreviewLink {
  _id: string;
  page: string;
  until: string;
  madeBy: string | null;
}

/** As a draft, a link starts no build, and nobody without a token can read it. */
const prefix = 'drafts.preview-link-';
const type = 'previewLink';

const listQuery = `*[_type == "${type}" && page == $page && dateTime(until) > dateTime(now())]
  | order(until desc){_id, page, until, madeBy}`;

export const listLinks = (client: SanityClient, page: string): Promise<PreviewLink[]> =>
  client.fetch(listQuery, { page }, { perspective: 'raw' });

/** The link ends at once: the preview server asks for it each time. */
export const revokeLink = (client: SanityClient, id: string) => client.delete(id);

interface NewLink {
  previewUrl: string;
  page: string;
  until: Date;
  madeBy: string | null;
}

/**
 * The content lake gets only a hash of the secret, so that nobody who reads it can open the page. Page and end are
 * stored too, so an address cannot be changed.
 */
export async function makeLink(
  client: SanityClient,
  { previewUrl, page, until, madeBy }: NewLink,
): Promise<string> {
  const id = crypto.randomUUID();
  const secret = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret)));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  await client.delete({ query: `*[_type == "${type}" && dateTime(until) <= dateTime(now())]` });
  await client.create({ _id: prefix + id, _type: type, page, until: until.toISOString(), madeBy, hash });
  return new URL(`/__preview/shared/${id}.${secret}`, previewUrl).href;
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
