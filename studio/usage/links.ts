import type { SanityClient } from 'sanity';
import { checkoutPath } from '../../src/config/paths.ts';

export interface LinkingDocument {
  _id: string;
  _type: string;
  [field: string]: unknown;
}

const everything = '*[_id != $id && !(_type match "sanity.*") && !(_type match "system.*")]';

/** Returns the addresses by which links name this document. If links name it by a reference, there are none. */
export function linkedAddresses(document: Record<string, unknown> | null): string[] {
  const { _type: type, address, from, checkoutPath: own, checkoutType } = document ?? {};
  const found =
    type === 'page'
      ? [address]
      : type === 'redirect'
        ? [from]
        : type === 'pass'
          ? [own, typeof checkoutType === 'string' ? checkoutPath(checkoutType) : null]
          : [];
  return found.filter((one): one is string => typeof one === 'string' && one !== '');
}

/** Finds links to addresses. They contain them as text, which the content lake does not index as a reference. */
export async function findLinks(
  client: SanityClient,
  { id, addresses }: { id: string; addresses: readonly string[] },
): Promise<LinkingDocument[]> {
  if (addresses.length === 0) return [];
  const others = await client.fetch<LinkingDocument[]>(everything, { id });
  return others.filter((other) => addresses.some((address) => linksTo(other, address)));
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
