import { withProduct } from '#config/brand.ts';
import { today } from '#domain/dates.ts';
import { sanity } from './client.ts';
import { gapsIn, withDefaults } from './empty-fields.ts';
import { loadOnce } from './load-once.ts';
import { reportGaps, type Report } from './problem.ts';
import { legalPagesQuery } from './queries/settings.ts';
import type { LegalPagesQueryResult } from './types.gen.ts';

type Document = LegalPagesQueryResult[number];
type Section = Document['sections'][number];

const type = 'legalPage';

/** The legal pages. Their addresses are fixed (spec 1 §2). The title is used if the content has none. */
const pages: readonly { _id: string; page: Document['page']; title: string }[] = [
  { _id: 'legal-terms', page: 'terms-and-conditions', title: 'Terms and conditions' },
  { _id: 'legal-privacy', page: 'privacy-policy', title: 'Privacy policy' },
  { _id: 'legal-service', page: 'terms-of-service', title: 'Terms of service' },
];

export type LegalPage = ReturnType<typeof toLegalPage>;

export const getLegalPages = loadOnce(async (report): Promise<LegalPage[]> => {
  return toLegalPages(await sanity().fetch(legalPagesQuery), report);
});

/** Returns the legal pages. There are always three, because the checkout and every footer link to them. */
export function toLegalPages(documents: LegalPagesQueryResult, report: Report): LegalPage[] {
  return pages.map(({ _id, page, title }) => {
    const found = documents.find((document) => document.page === page);
    const document = found ?? ({ _id, page, title } as Document);
    const gaps = found
      ? gapsIn(found, ['title', 'validFrom', 'introduction', 'sections', 'metaDescription'])
      : ['everything: it is not published'];
    const documentRef = { _id: document._id, type, title: document.title };
    if (gaps.length > 0) reportGaps(documentRef, gaps, 'the page is built without', report);
    const filled = withDefaults(document, { title, introduction: '', sections: [], metaDescription: '' });
    const empty = filled.sections.filter((section) => gapsIn(section, ['heading', 'text']).length > 0);
    if (empty.length > 0)
      reportGaps(documentRef, ['heading or text of a section'], 'that section is left out', report);
    return toLegalPage({
      ...filled,
      sections: filled.sections.filter((section) => !empty.includes(section)),
    });
  });
}

function toLegalPage({ page, title, validFrom, _updatedAt, ...document }: Document) {
  return {
    page,
    title: withProduct(title),
    /** A date in Singapore, such as "2026-11-21", or an empty text. */
    validFrom: validFrom || '',
    /** A date in Singapore, such as "2026-11-21", or an empty text. */
    changedOn: _updatedAt ? today(new Date(_updatedAt)) : '',
    introduction: withProduct(document.introduction),
    description: withProduct(document.metaDescription),
    sections: document.sections.map(toSection),
  };
}

const toSection = ({ heading, text, items }: Section, index: number) => ({
  id: `section-${index + 1}`,
  heading: withProduct(heading),
  paragraphs: withProduct(text)
    .trim()
    .split(/\n\s*\n/),
  items: (items ?? []).filter(Boolean).map(withProduct),
});
