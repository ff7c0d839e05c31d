import { withProduct } from '../config/brand.ts';
import { sanity } from './client.ts';
import { gapsIn } from './gaps.ts';
import { printReport, reportGaps, type Report } from './problem.ts';
import { legalPagesQuery } from './queries.ts';
import type { LegalPagesQueryResult } from './types.gen.ts';

/** A legal page as it is shown: paragraphs apart, sections with an anchor each. */
export type LegalPage = ReturnType<typeof toLegalPage>;

export async function getLegalPages(report: Report = printReport): Promise<LegalPage[]> {
  return toLegalPages(await sanity().fetch(legalPagesQuery), report);
}

export function toLegalPages(documents: LegalPagesQueryResult, report: Report): LegalPage[] {
  return documents.flatMap((document) => {
    const gaps = gapsIn(document, ['page', 'title', 'validFrom', 'sections']);
    if (gaps.length === 0) return [toLegalPage(document)];
    reportGaps(
      { _id: document._id, type: 'legalPage', title: document.title },
      gaps,
      'it is left out',
      report,
    );
    return [];
  });
}

function toLegalPage({ page, title, validFrom, ...document }: LegalPagesQueryResult[number]) {
  return {
    page,
    title: withProduct(title),
    validFrom,
    introduction: withProduct(document.introduction),
    description: withProduct(document.metaDescription),
    sections: document.sections.map(({ heading, text }, index) => ({
      id: `section-${index + 1}`,
      heading: withProduct(heading),
      paragraphs: withProduct(text).split(/\n\s*\n/),
    })),
  };
}
