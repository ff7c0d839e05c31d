import { sanity } from '../client.ts';
import { loadOnce } from '../load-once.ts';
import { checkoutPageQuery, notFoundPageQuery, successPageQuery } from '../queries/pages.ts';
import { buildSeo } from '../settings.ts';
import { loadPage } from './page.ts';

/** Pages for which the content has only texts. */
export type CheckoutPage = Awaited<ReturnType<typeof getCheckoutPage>>;
export type SuccessPage = Awaited<ReturnType<typeof getSuccessPage>>;
export type NotFoundPage = Awaited<ReturnType<typeof getNotFoundPage>>;

export const getCheckoutPage = loadOnce(async (report) => {
  const document = await sanity().fetch(checkoutPageQuery);
  const { page, settings } = await loadPage(document, 'checkoutPage', report);
  return { ...page, seo: buildSeo(page.seo, settings) };
});

export const getSuccessPage = loadOnce(async (report) => {
  const document = await sanity().fetch(successPageQuery);
  const { page, settings } = await loadPage(document, 'successPage', report);
  return { ...page, seo: buildSeo(page.seo, settings) };
});

export const getNotFoundPage = loadOnce(async (report) => {
  const document = await sanity().fetch(notFoundPageQuery);
  const { page, settings } = await loadPage(document, 'notFoundPage', report);
  return { ...page, seo: buildSeo(page.seo, settings) };
});
