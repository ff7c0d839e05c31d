import { sanity } from '../client.ts';
import { selectFaqs, getFaqs } from '../faqs.ts';
import { loadOnce } from '../load-once.ts';
import { passesPageQuery, teamPassesPageQuery, tryOutPageQuery } from '../queries/pages.ts';
import { buildSeo } from '../settings.ts';
import { loadPage } from './page.ts';

export type PassesPage = Awaited<ReturnType<typeof getPassesPage>>;
export type TeamPassesPage = Awaited<ReturnType<typeof getTeamPassesPage>>;
export type TryOutPage = Awaited<ReturnType<typeof getTryOutPage>>;

export const getPassesPage = loadOnce(async (report) => {
  const document = await sanity().fetch(passesPageQuery);
  const { page, settings, documentRef } = await loadPage(document, 'passesPage', report);
  const faqs = await getFaqs(report);
  const faq = page.faq && { ...page.faq, items: selectFaqs(page.faq.topics, faqs, documentRef) };
  return { ...page, faq, seo: buildSeo(page.seo, settings) };
});

export const getTeamPassesPage = loadOnce(async (report) => {
  const document = await sanity().fetch(teamPassesPageQuery);
  const { page, settings, documentRef } = await loadPage(document, 'teamPassesPage', report);
  const faqs = await getFaqs(report);
  const faq = page.faq && { ...page.faq, items: selectFaqs(page.faq.topics, faqs, documentRef) };
  return { ...page, faq, seo: buildSeo(page.seo, settings) };
});

export const getTryOutPage = loadOnce(async (report) => {
  const document = await sanity().fetch(tryOutPageQuery);
  const { page, settings, documentRef } = await loadPage(document, 'tryOutPage', report);
  const faqs = await getFaqs(report);
  const faq = page.faq && { ...page.faq, items: selectFaqs(page.faq.topics, faqs, documentRef) };
  return { ...page, faq, seo: buildSeo(page.seo, settings) };
});
