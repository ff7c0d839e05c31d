import type { SanityClient } from 'sanity';

export interface LinkingDocument {
  _id: string;
  _type: string;
  [field: string]: unknown;
}

const everything = '*[_id != $id && !(_type match "sanity.*") && !(_type match "system.*")]';

/** Returns the address by which links name this document. Returns null if links name it by a reference. */
export function linkedAddress(document: Record<string, unknown> | null): string | null {
  const address = document?.['_type'] === 'page' ? document['address'] : document?.['checkoutPath'];
  return typeof address === 'string' ? address : null;
}

/** Finds links to an address. They contain it as text, which the content lake does not index as a reference. */
export async function findLinks(
  client: SanityClient,
  { id, address }: { id: string; address: string | null },
): Promise<LinkingDocument[]> {
  if (address === null) return [];
  const others = await client.fetch<LinkingDocument[]>(everything, { id });
  return others.filter((other) => linksTo(other, address));
}

/**
 * Returns whether a document contains this address anywhere, as links do. A query or fragment after the address is
 * ignored.
 */
export function linksTo(value: unknown, address: string): boolean {
  if (typeof value === 'string') return value.replace(/[?#].*$/, '') === address;
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((part) => linksTo(part, address))
  );
}
