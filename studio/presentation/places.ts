import type { DocumentLocation } from 'sanity/presentation';
import { pageList } from '../../src/config/pages.ts';

/** The pages on which families read a document, by the document's type. */
export const places: Record<string, DocumentLocation[]> = {};
for (const { title, path, source, shows = [] } of pageList)
  for (const type of source === undefined ? shows : [source, ...shows])
    (places[type] ??= []).push({ title, href: path });
