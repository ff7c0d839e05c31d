import { sanity } from '../client.ts';
import { once } from '../once.ts';
import { checkoutPageQuery, notFoundPageQuery, successPageQuery } from '../queries/pages.ts';
import { seoOf } from '../settings.ts';
import { loadPage } from './page.ts';

/**
 * Pages for which content gives only texts: the checkout, the page after a payment and the page for unknown addresses.
 */
export type CheckoutPage = Awaited<ReturnType<typeof getCheckoutPage>>;
export type SuccessPage = Awaited<ReturnType<typeof getSuccessPage>>;
export type NotFoundPage = Awaited<ReturnType<typeof getNotFoundPage>>;

export const getCheckoutPage = once(async (report) => {
  const document = await sanity().fetch(checkoutPageQuery);
  const { page, settings } = await loadPage(document, 'checkoutPage', report);
  return { ...page, seo: seoOf(page.seo, settings) };
});

export const getSuccessPage = once(async (report) => {
  const document = await sanity().fetch(successPageQuery);
  const { page, settings } = await loadPage(document, 'successPage', report);
  return { ...page, seo: seoOf(page.seo, settings) };
});

export const getNotFoundPage = once(async (report) => {
  const document = await sanity().fetch(notFoundPageQuery);
  const { page, settings } = await loadPage(document, 'notFoundPage', report);
  return { ...page, seo: seoOf(page.seo, settings) };
});
