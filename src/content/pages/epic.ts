import { sanity } from '../client.ts';
import { selectFaqs, getFaqs } from '../faqs.ts';
import { toCents } from '#contract/format.ts';
import { loadOnce } from '../load-once.ts';
import { ContentError } from '../problem.ts';
import { epicPageQuery } from '../queries/pages.ts';
import { buildSeo } from '../settings.ts';
import { getTestimonials, selectTestimonials } from '../testimonials.ts';
import { loadPage } from './page.ts';

export type EpicPage = Awaited<ReturnType<typeof getEpicPage>>;

export const getEpicPage = loadOnce(async (report) => {
  const document = await sanity().fetch(epicPageQuery);
  const [{ page, settings, documentRef }, testimonials, faqs] = await Promise.all([
    loadPage(document, 'epicPage', report),
    getTestimonials(report),
    getFaqs(report),
  ]);
  const wrong = page.comparison?.rows.find(({ from, to }) => !(from > 0) || to < from);
  if (wrong)
    throw new ContentError(documentRef, `compares “${wrong.title}” at S$${wrong.from} to S$${wrong.to}.`);
  const rows = page.comparison?.rows.map(({ from, to, ...row }) => ({
    ...row,
    fromCents: toCents(from),
    toCents: toCents(to),
  }));
  const sum = (key: 'fromCents' | 'toCents') => (rows ?? []).reduce((total, row) => total + row[key], 0);
  return {
    ...page,
    foundations: page.foundations && {
      ...page.foundations,
      // Filling leaves out the key that Studio gives to each entry.
      items: page.foundations.items.map((item, index) => ({
        ...item,
        key: document?.foundations.items[index]?._key ?? '',
      })),
    },
    comparison: page.comparison && {
      ...page.comparison,
      rows: rows ?? [],
      fromCents: sum('fromCents'),
      toCents: sum('toCents'),
    },
    testimonials: page.testimonials && {
      ...page.testimonials,
      testimonials: selectTestimonials(page.testimonials.testimonials, testimonials, documentRef, 'epic'),
    },
    faq: page.faq && { ...page.faq, items: selectFaqs(page.faq.topics, faqs, documentRef) },
    seo: buildSeo(page.seo, settings),
  };
});
