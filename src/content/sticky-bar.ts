import { fill } from '../domain/fill.ts';
import { formatMoney } from '../domain/money.ts';
import { sanity } from './client.ts';
import { getPasses } from './passes.ts';
import { loadPage } from './pages/page.ts';
import { homePageQuery } from './queries/pages.ts';

/** The bar at the foot of every marketing page, as the home page's document words it; null: nothing to sell, or no words. */
export async function getStickyBar() {
  const quiet = () => undefined;
  const [document, passes] = await Promise.all([sanity().fetch(homePageQuery), getPasses(quiet)]);
  const {
    page: { stickyBar },
  } = await loadPage(document, 'homePage', quiet);
  const prices = passes.filter(({ available }) => available).map(({ priceCents }) => priceCents);
  if (!stickyBar || prices.length === 0) return null;
  return { ...stickyBar, text: fill(stickyBar.text, { price: formatMoney(Math.min(...prices)) }) };
}
