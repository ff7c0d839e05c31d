import { fillPage } from '../fill/fill.ts';
import type { Filled } from '../fill/filled-types.ts';
import type { DocumentRef, Report } from '../problem.ts';
import { getSiteSettings, type SiteSettings } from '../settings.ts';

interface Loading<T> {
  page: Filled<T>;
  settings: SiteSettings;
  documentRef: DocumentRef;
}

/** Fills a page's document. Sections that the content lacks are null and are not shown. */
export async function loadPage<T extends { _id: string; _type: string }>(
  document: T | null,
  type: T['_type'],
  report: Report,
): Promise<Loading<T>> {
  const settings = await getSiteSettings(report);
  const page = await fillPage(document, type, { facts: settings.facts, report });
  return { page, settings, documentRef: { _id: document?._id ?? type, type, title: null } };
}
