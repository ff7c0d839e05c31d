import { withProduct } from '#config/brand.ts';

export interface DocumentRef {
  _id: string;
  type: string;
  title: string | null;
}

/** Content that must not be published. The message tells the editor the document, the problem and a link to it. */
export class ContentError extends Error {
  constructor(document: DocumentRef, problem: string) {
    super(`${describe(document)} ${problem}\n  ${studioLink(document)}`);
    this.name = 'ContentError';
  }
}

/**
 * If a build could not read prices, its error begins with this text. `report_build` in SQL looks
 * for it, too.
 */
export const WITHOUT_PRICES = 'The checkout did not say which prices it charges';

/** The checkout did not answer, so no page may be built. `code` says why. */
export class WithoutPricesError extends Error {
  constructor(code: string) {
    super(`${WITHOUT_PRICES} (${code}), so the earlier pages stay. The next build asks again.`);
    this.name = 'WithoutPricesError';
  }
}

/** Receives a line about incomplete content. The page is built without it. */
export type Report = (line: string) => void;
/** The lines that were printed. Each is printed once, because many pages read the same document. */
const printed = new Set<string>();
export const printReport: Report = (line) => {
  if (printed.has(line)) return;
  printed.add(line);
  console.warn(line);
};

export function reportGaps(
  document: DocumentRef,
  fields: readonly string[],
  consequence: string,
  report: Report,
): void {
  reportTrouble(document, `lacks ${fields.join(', ')}`, consequence, report);
}

/** Reports “content: faq “Helmets?” (faq-1) lacks answer; it is left out. https://…”. */
export function reportTrouble(
  document: DocumentRef,
  trouble: string,
  consequence: string,
  report: Report,
): void {
  report(`content: ${describe(document)} ${trouble}; ${consequence}. ${studioLink(document)}`);
}

/** Returns a link that opens the document in Studio. */
export function studioLink(
  { _id, type }: DocumentRef,
  studio: string = process.env['PUBLIC_STUDIO_URL'] ?? '',
): string {
  return `${studio.replace(/\/$/, '')}/intent/edit/id=${encodeURIComponent(_id)};type=${type}`;
}

const describe = ({ _id, type, title }: DocumentRef) =>
  `${type} “${withProduct(title ?? 'untitled')}” (${_id})`;
