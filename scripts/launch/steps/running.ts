/**
 * Checks what only a running system shows, namely whether pages, checkout, mails and policies agree with what was
 * published.
 */
import * as v from 'valibot';
import { siteUrl } from '../context.ts';
import { knownPolicies, policiesQuery } from '../policies.ts';
import { listed, ok, type Step, wrong } from '../step.ts';
import { readRows, runSql } from '../supabase.ts';

const keys = ['SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'] as const;

const policies: Step = {
  id: 'policies',
  topic: 'Supabase',
  what: 'See that each policy says what supabase/schemas says.',
  keys,
  link: 'https://supabase.com/dashboard/project/_/auth/policies',
  async look(context) {
    const rows = await readRows(context, v.object({ name: v.string(), hash: v.string() }), policiesQuery);
    const there = new Map(rows.map(({ name, hash }) => [name, hash]));
    const known = new Map(Object.entries(knownPolicies()));
    const faults = [
      ...[...known].flatMap(([name, hash]) =>
        there.get(name) === hash ? [] : [`${name} (${there.has(name) ? 'changed' : 'missing'})`],
      ),
      ...[...there.keys()].filter((name) => !known.has(name)).map((name) => `${name} (not ours)`),
    ];
    return faults.length > 0
      ? wrong(
          `Policies differ from supabase/schemas: ${listed(faults)}.`,
          'Strangers may read what belongs to families, or parents no longer see what is theirs.',
          'They were changed by hand: put them back as supabase/schemas has them, or write a migration.',
        )
      : ok(`${known.size} policies say what supabase/schemas says.`);
  },
};

const Checks = v.array(v.looseObject({ name: v.string(), state: v.string() }));
const MailReports = v.object({ state: v.string(), missed: v.number(), last_at: v.nullable(v.string()) });

const mailReports: Step = {
  id: 'mail-reports',
  topic: 'Resend',
  what: 'See that Resend’s reports arrive.',
  keys,
  link: 'https://resend.com/webhooks',
  async look(context) {
    // The read-only role may not call our functions.
    const [row] = v.parse(
      v.array(v.object({ checks: Checks })),
      await runSql(context, 'select private.webhook_checks() as checks'),
    );
    const { state, missed, last_at } = v.parse(
      MailReports,
      row?.checks.find(({ name }) => name === 'mail_reports'),
    );
    if (state === 'unknown') return ok('No mail was sent within seven days, so there is nothing to report.');
    return state === 'ok'
      ? ok(`Resend’s last report came at ${last_at ?? ''}.`)
      : wrong(
          `${missed} mails were sent since the last report (${last_at ?? 'none'}).`,
          'A mail that comes back is noticed by nobody: the parent waits for it.',
          '401 there: npm run setup -- --only mail-webhook,function-secrets. Else read the log of resend-webhook.',
        );
  },
};

const FEWEST_ERRORS = 20;
const TIMES_USUAL = 5;

const errors: Step = {
  id: 'error-rate',
  topic: 'host',
  what: 'See that pages do not fail more often than usual.',
  keys,
  async look(context) {
    const [row] = await readRows(
      context,
      v.object({ day: v.number(), usual: v.number(), blank: v.number() }),
      `select count(*) filter (where created_at > clock_timestamp() - interval '1 day')::int as day,
         (count(*) filter (where created_at <= clock_timestamp() - interval '1 day') / 7.0)::float8 as usual,
         count(*) filter (where has_blank_screen and created_at > clock_timestamp() - interval '1 day')::int as blank
       from public.error_reports where created_at > clock_timestamp() - interval '8 days'`,
    );
    const { day, usual, blank } = row ?? { day: 0, usual: 0, blank: 0 };
    const numbers = `${day} errors within a day (usually ${usual.toFixed(1)}), ${blank} of them empty pages`;
    return day >= FEWEST_ERRORS && day > TIMES_USUAL * usual
      ? wrong(`${numbers}.`, 'Pages fail while parents use them.', 'Open /management/system, “Errors”.')
      : ok(`${numbers}.`);
  },
};

/** What structured data of a page says about what it sells (src/features/seo/products.ts). */
const Product = v.object({
  '@type': v.literal('Product'),
  sku: v.string(),
  offers: v.object({ price: v.string(), availability: v.string() }),
});
const Graph = v.object({ '@graph': v.array(v.unknown()) });

function productsIn(html: string): v.InferOutput<typeof Product>[] {
  const texts = [...html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  return texts
    .flatMap(([, text = '']) => v.parse(Graph, JSON.parse(text))['@graph'])
    .filter((thing) => v.is(Product, thing));
}

const pagePrices: Step = {
  id: 'page-prices',
  topic: 'host',
  what: 'See that the page of passes shows the prices that the checkout charges at this moment.',
  keys: ['SITE_URL', ...keys],
  async look(context) {
    const { href } = new URL('/passes', siteUrl(context));
    const response = await context.fetch(href, { signal: AbortSignal.timeout(30_000) });
    const harm = 'Parents see one price and pay another.';
    if (!response.ok) return wrong(`${href} answers ${response.status}.`, 'Parents cannot see the passes.');
    const products = productsIn(await response.text());
    // Planned prices and times of sale count. The role that only reads may not call the functions of this view.
    const offers = v.parse(
      v.array(v.object({ id: v.string(), price_cents: v.number() })),
      await runSql(context, 'select id, price_cents from public.current_offers'),
    );
    const charged = new Map(offers.map(({ id, price_cents }) => [id, price_cents]));
    const differing = products.filter(({ sku, offers: { price, availability } }) => {
      const shown = availability.endsWith('InStock') ? Math.round(Number(price) * 100) : undefined;
      return shown !== charged.get(sku);
    });
    if (products.length === 0)
      return wrong(`${href} shows no pass with a price.`, harm, 'Look at the last build.');
    return differing.length > 0
      ? wrong(
          `${href} shows other prices than the checkout charges: ${listed(differing.map(({ sku }) => sku))}.`,
          harm,
          'If a planned price or a time of sale has just begun, wait for the build. Else follow docs/runbooks/site-does-not-rebuild.md.',
        )
      : ok(`${href} shows ${products.length} prices, and the checkout charges them.`);
  },
};

export const runningSteps = [policies, pagePrices, mailReports, errors];
