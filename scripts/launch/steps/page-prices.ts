/** Compares the prices on pages with what the checkout charges, for everything that is sold. */
import * as v from 'valibot';
import { paths } from '#config/paths.ts';
import { type Context, siteUrl } from '../context.ts';
import { listNames, ok, type Step, wrong } from '../step.ts';
import { runSql } from '../supabase.ts';

const Offer = v.object({ price: v.string(), availability: v.string() });
/** What structured data of a page says about a pass or a package (src/features/seo/products.ts). */
const Product = v.object({ '@type': v.literal('Product'), sku: v.string(), offers: Offer });
/** What it says about a camp that has a price (src/features/seo/events.ts). */
const CampEvent = v.object({
  '@type': v.literal('Event'),
  offers: v.object({ ...Offer.entries, sku: v.string() }),
});
const Graph = v.object({ '@graph': v.array(v.unknown()) });

interface Shown {
  sku: string;
  cents: number;
  isForSale: boolean;
}

function shownIn(html: string): Shown[] {
  const texts = [...html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  return texts
    .flatMap(([, text = '']) => v.parse(Graph, JSON.parse(text))['@graph'])
    .flatMap((thing) => {
      const isProduct = v.is(Product, thing);
      if (!isProduct && !v.is(CampEvent, thing)) return [];
      const { price, availability } = thing.offers;
      return {
        sku: isProduct ? thing.sku : thing.offers.sku,
        cents: Math.round(Number(price) * 100),
        // A full camp still has a price, which the waitlist offers.
        isForSale: !isProduct || availability.endsWith('InStock'),
      };
    });
}

/** The pages that sell, with the kinds of offers of which at least one must be shown if the checkout sells one. */
const sellingPages: { path: string; what: string; kinds: readonly string[] }[] = [
  { path: paths.passes, what: 'pass', kinds: ['pass'] },
  { path: paths.teamPasses, what: 'pass', kinds: ['pass', 'team_pass'] },
  { path: paths.tryOutForKids, what: 'try-out', kinds: ['try-out'] },
  { path: paths.camps, what: 'camp', kinds: ['camp'] },
  { path: paths.birthdays, what: 'birthday package', kinds: ['birthday_package'] },
];

const LAST_BUILD = 'Look at the last build.';

const Charged = v.object({
  id: v.string(),
  kind: v.string(),
  price_cents: v.number(),
  earlier: v.array(v.number()),
});

/**
 * Takes planned prices and times of sale into account. `earlier` are prices of a camp whose spots
 * are sold: the page is not built again for each spot, and corrects itself in the browser.
 */
const CHARGED = `select id, case when details ->> 'pass_id' = 'tryout' then 'try-out' else kind end as kind,
    price_cents, '[]'::json as earlier
  from public.current_offers where kind <> 'camp_tier'
  union all
  select c.id::text, case when c.end_date >= private.calendar_today() then 'camp' else 'past camp' end, c.price_cents, to_json(array(
    select (r ->> 'price_cents')::numeric::integer from public.offers o
    cross join jsonb_array_elements(coalesce(nullif(o.details -> 'rungs', 'null'), '[]')) r
    where o.active and o.kind = 'camp_tier' and o.details ->> 'tier' = c.tier and r ->> 'places' is not null
      and (r ->> 'price_cents')::numeric < c.price_cents))
  from public.camps c
  where c.is_active and c.cancelled_at is null and c.price_cents is not null`;

async function chargedNow(context: Context) {
  // The read-only role is not allowed to call the functions of these views.
  const rows = v.parse(v.array(Charged), await runSql(context, CHARGED));
  return {
    kinds: new Set(rows.map(({ kind }) => kind)),
    isRight: ({ sku, cents, isForSale }: Shown): boolean => {
      const row = rows.find(({ id }) => id === sku);
      if (!isForSale || !row) return isForSale === (row !== undefined);
      return cents === row.price_cents || row.earlier.includes(cents);
    },
  };
}

export const pagePrices: Step = {
  id: 'page-prices',
  topic: 'host',
  what: 'Check that the pages for passes, try-out, camps and birthdays show the prices that the checkout charges at this moment.',
  keys: ['SITE_URL', 'SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'],
  async check(context) {
    const { kinds, isRight } = await chargedNow(context);
    const [faults, harms, seen] = [[] as string[], new Set<string>(), new Set<string>()];
    const harm = 'Parents see one price and pay another.';
    for (const { path, what, kinds: sold } of sellingPages) {
      const { href } = new URL(path, siteUrl(context));
      const response = await context.fetch(href, { signal: AbortSignal.timeout(30_000) });
      if (!response.ok) {
        await response.body?.cancel();
        faults.push(`${href} answers ${response.status}.`);
        harms.add('Parents cannot see what is sold there.');
        continue;
      }
      const shown = shownIn(await response.text());
      for (const { sku } of shown) seen.add(sku);
      const differing = shown.filter((one) => !isRight(one));
      if (differing.length > 0)
        faults.push(
          `${href} shows prices that differ from what the checkout charges: ${listNames(differing.map(({ sku }) => sku))}.`,
        );
      else if (shown.length === 0 && sold.some((kind) => kinds.has(kind)))
        faults.push(`${href} shows no ${what} with a price.`);
      else continue;
      harms.add(harm);
    }
    if (seen.size === 0 && faults.length === 0) return wrong('No page shows a price.', harm, LAST_BUILD);
    return faults.length > 0
      ? wrong(
          faults.join(' '),
          [...harms].join(' '),
          harms.has(harm)
            ? 'If a planned price or a time on sale has just begun, wait for the build. Otherwise follow docs/runbooks/site-does-not-rebuild.md.'
            : LAST_BUILD,
        )
      : ok(`The pages show ${seen.size} prices, and the checkout charges them.`);
  },
};
