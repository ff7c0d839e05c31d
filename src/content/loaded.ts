import { fillDocument, type FillOptions } from './fill/fill.ts';
import type { Filled, Id } from './fill/filled.ts';
import { ContentError, type Named } from './problem.ts';

/** Documents of a type that can be shown, and the ids of all published ones. */
export interface Loaded<T> {
  items: T[];
  known: ReadonlySet<Id>;
}

/** Documents with their gaps filled, without those that cannot be used. */
export async function loadAll<T extends { _id: string; _type: string }>(
  documents: readonly T[],
  options: FillOptions,
): Promise<Loaded<NonNullable<Filled<T>>>> {
  const filled = await Promise.all(documents.map((document) => fillDocument(document, options)));
  return { items: filled.filter((item) => item !== null), known: new Set(documents.map(({ _id }) => _id)) };
}

/** The documents that a page chose, in its order. Throws for one that no longer exists. */
export function chosen<T extends { _id: Id }>(
  ids: readonly Id[],
  { items, known }: Loaded<T>,
  page: Named,
  field: string,
): T[] {
  return ids.flatMap((id) => {
    if (!known.has(id))
      throw new ContentError(page, `refers in “${field}” to a document that is not there: ${id}.`);
    return items.filter((item) => item._id === id);
  });
}

/** As `chosen`, but returns all documents if the page chose none. */
export function chosenOrAll<T extends { _id: Id }>(
  ids: readonly Id[],
  from: Loaded<T>,
  page: Named,
  field: string,
): T[] {
  return ids.length > 0 ? chosen(ids, from, page, field) : from.items;
}
