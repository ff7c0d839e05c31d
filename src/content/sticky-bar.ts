import { fill } from '#domain/fill.ts';
import { formatMoney } from '#domain/money.ts';
import { getPasses } from './passes.ts';
import { getHomePage } from './pages/home.ts';

/** Returns the sticky bar, or null if there is no pass to sell or no text for the bar. */
export async function getStickyBar() {
  const [{ stickyBar }, passes] = await Promise.all([getHomePage(), getPasses()]);
  const prices = passes.filter(({ available }) => available).map(({ priceCents }) => priceCents);
  if (!stickyBar || prices.length === 0) return null;
  return { ...stickyBar, text: fill(stickyBar.text, { price: formatMoney(Math.min(...prices)) }) };
}
