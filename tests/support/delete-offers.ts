import type { SanityClient } from '@sanity/client';

interface Document {
  _id: string;
  _type: string;
}

/** Deletes offers in the content lake. It first removes all references to them, as the lake requires. */
export async function deleteOffers(client: SanityClient, ids: readonly string[]): Promise<void> {
  const pages = await client.fetch<Document[]>('*[references($ids) && !(_id in $ids)]', { ids });
  const change = client.transaction();
  for (const page of pages) change.createOrReplace(withoutReferences(page, new Set(ids)) as Document);
  for (const id of ids) change.delete(id);
  await change.commit();
}

/** Returns a value without the references to these documents. */
function withoutReferences(value: unknown, ids: ReadonlySet<string>): unknown {
  const isKept = (part: unknown) => !(isRecord(part) && ids.has(String(part['_ref'])));
  if (Array.isArray(value)) return value.filter(isKept).map((part) => withoutReferences(part, ids));
  if (!isRecord(value)) return value;
  const remaining = Object.entries(value).filter(([, part]) => isKept(part));
  return Object.fromEntries(remaining.map(([name, part]) => [name, withoutReferences(part, ids)]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
