import { fillDocument, type FillOptions } from './fill/fill.ts';
import type { Filled, Id } from './fill/filled-types.ts';
import { ContentError, type Named } from './problem.ts';

export interface LoadedDocuments<T> {
  items: T[];
  publishedIds: ReadonlySet<Id>;
}

/** Returns documents with empty fields filled in, without documents that cannot be used. */
export async function loadDocuments<T extends { _id: string; _type: string }>(
  documents: readonly T[],
  options: FillOptions,
): Promise<LoadedDocuments<NonNullable<Filled<T>>>> {
  const filled = await Promise.all(documents.map((document) => fillDocument(document, options)));
  return {
    items: filled.filter((item) => item !== null),
    publishedIds: new Set(documents.map(({ _id }) => _id)),
  };
}

/** Returns the documents that a page chose, in the page's order. Throws if a chosen document no longer exists. */
export function findChosen<T extends { _id: Id }>(
  ids: readonly Id[],
  { items, publishedIds }: LoadedDocuments<T>,
  page: Named,
  field: string,
): T[] {
  return ids.flatMap((id) => {
    if (!publishedIds.has(id))
      throw new ContentError(page, `refers in “${field}” to a document that is not there: ${id}.`);
    return items.filter((item) => item._id === id);
  });
}

/** Like `findChosen`, but returns all documents if the page chose none. */
export function findChosenOrAll<T extends { _id: Id }>(
  ids: readonly Id[],
  from: LoadedDocuments<T>,
  page: Named,
  field: string,
): T[] {
  return ids.length > 0 ? findChosen(ids, from, page, field) : from.items;
}
