import type { Context } from 'hono';
import { html } from 'hono/html';
import * as v from 'valibot';
import { brand } from '#contract/brand.ts';
import type { Processor } from '../processor.ts';
import type { App } from '../endpoint.ts';
import { noCause } from '../events.ts';
import { formatMoney } from '../money.ts';
import type { PortalSession, State, Subscription } from '../state.ts';
import { unknownPage } from './closed-page.ts';
import { layout, pageHeaders } from './layout.ts';

const day = new Intl.DateTimeFormat('en-SG', { dateStyle: 'long', timeZone: brand.timeZone });
const CardForm = v.object({ card: v.picklist(['good', 'declined']) });

function plan(subscription: Subscription, action: string) {
  const { cancel_at_period_end, currency, every_weeks, line, period_end, status } = subscription;
  const periodEnd = day.format(period_end * 1000);
  const price = formatMoney(line.unit_amount * line.quantity, currency);
  const label = `${line.name}, ${price} every ${every_weeks} weeks`;
  if (status === 'canceled') {
    return html`<section class="order" aria-label="${label}">
      <h2>${line.name}</h2>
      <p>Ended on ${day.format((subscription.ended_at ?? 0) * 1000)}.</p>
    </section>`;
  }
  return html`<section class="order" aria-label="${label}">
    <h2>${line.name}</h2>
    <p>${price} every ${every_weeks} weeks</p>
    ${status === 'past_due' && html`<p class="alert" role="alert">The last payment did not go through.</p>`}
    <p>${cancel_at_period_end ? `Ends on ${periodEnd}.` : `Renews on ${periodEnd}.`}</p>
    <form method="post" action="${action}/${cancel_at_period_end ? 'renew' : 'cancel'}/${subscription.id}">
      <button class="pay" type="submit">
        ${cancel_at_period_end ? 'Keep the plan' : 'Cancel at the end of the period'}
      </button>
    </form>
    <form method="post" action="${action}/card/${subscription.id}" aria-label="Card">
      <fieldset>
        <legend>Another card</legend>
        <label class="method">
          <input type="radio" name="card" value="good" checked /> <span>Visa ending 4242</span>
        </label>
        <label class="method">
          <input type="radio" name="card" value="declined" />
          <span>Visa ending 0341</span> <span class="small">will be declined</span>
        </label>
      </fieldset>
      <button class="pay" type="submit">Use this card</button>
    </form>
  </section>`;
}

function portalPage({ id, return_url }: PortalSession, subscriptions: Subscription[]) {
  return layout(
    `Billing, ${brand.name}`,
    html`<p class="merchant">${brand.name}</p>
      <h1>Your plans</h1>
      ${subscriptions.map((one) => plan(one, `/p/session/${id}`))}
      ${return_url && html`<a class="back" href="${return_url}">Back to ${brand.name}</a>`}`,
  );
}

export function portalPages({
  app,
  state,
  processor,
}: {
  app: App;
  state: State;
  processor: Processor;
}): void {
  const { billing } = processor;
  const root = '/p/session/:id';

  app.get(root, async (c) => {
    const portal = state.portals[c.req.param('id')];
    if (!portal) return c.html(await unknownPage(), 404, pageHeaders);
    return c.html(await portalPage(portal, billing.of(portal.customer)), 200, pageHeaders);
  });

  /** Only subscriptions of the portal's customer can be changed. */
  const change = (path: string, work: (subscription: Subscription, c: Context) => unknown) =>
    app.post(`${root}/${path}/:subscription`, async (c) => {
      const portal = state.portals[c.req.param('id')];
      const subscription = state.subscriptions[c.req.param('subscription')];
      if (!portal || subscription?.customer !== portal.customer) {
        return c.html(await unknownPage(), 404, pageHeaders);
      }
      if (subscription.status !== 'canceled') await work(subscription, c);
      return c.redirect(`/p/session/${portal.id}`, 303);
    });
  change('cancel', (subscription) => billing.cancelAtPeriodEnd(subscription, true, noCause));
  change('renew', (subscription) => billing.cancelAtPeriodEnd(subscription, false, noCause));
  change('card', async (subscription, c) => {
    const form = v.safeParse(CardForm, await c.req.parseBody());
    if (form.success) billing.replaceCard(subscription, form.output.card);
  });
}
