import { fillDocument, type FillOptions } from './fill/fill.ts';
import type { Filled, Id } from './fill/filled-types.ts';
import { ContentError, type DocumentRef } from './problem.ts';

export interface LoadedDocuments<T> {
  items: T[];
  publishedIds: ReadonlySet<Id>;
}

/** Fills empty fields of documents. Documents that cannot be used are left out. */
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
  page: DocumentRef,
  field: string,
): T[] {
  return ids.flatMap((id) => {
    if (!publishedIds.has(id))
      throw new ContentError(page, `refers in “${field}” to a document that is not there: ${id}.`);
    return items.filter((item) => item._id === id);
  });
}

/** Returns the documents that a page chose, as `findChosen` does. If it chose none, returns all documents. */
export function findChosenOrAll<T extends { _id: Id }>(
  ids: readonly Id[],
  from: LoadedDocuments<T>,
  page: DocumentRef,
  field: string,
): T[] {
  return ids.length > 0 ? findChosen(ids, from, page, field) : from.items;
}
