import { readFile } from 'node:fs/promises';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { WebhookQueue } from '../webhook-queue.ts';
import type { Processor } from '../processor.ts';
import type { App } from '../endpoint.ts';
import { methods, type Checkout, type State } from '../state.ts';
import { expiredPage, paidPage, refusedPage, unknownPage, waitingPage } from './closed-page.ts';
import { pageHeaders } from './layout.ts';
import { payPage } from './pay-page.ts';

/** Stripe waits this long for the endpoint's response before it sends the customer back. */
const WAIT_FOR_ENDPOINT_MS = 10_000;

const PayForm = v.object({
  method: v.picklist(methods),
  email: v.nullish(v.pipe(v.string(), v.email())),
  later: v.optional(v.literal('yes')),
});

const assets = {
  'hosted.css': 'text/css; charset=utf-8',
  'countdown.js': 'text/javascript; charset=utf-8',
};

interface Hosted {
  app: App;
  state: State;
  processor: Processor;
  webhookQueue: WebhookQueue;
  now: () => number;
}

export function hostedRoutes({ app, state, processor, webhookQueue, now }: Hosted): void {
  const find = (c: Context): Checkout | undefined => state.checkouts[c.req.param('id') ?? ''];
  const pathOf = (checkout: Checkout) => `/c/pay/${checkout.id}`;
  const successUrl = ({ success_url, id }: Checkout) => success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
  const show = async (c: Context, page: Promise<string>, status: 200 | 404 = 200) =>
    c.html(await page, status, pageHeaders);

  function completePage(checkout: Checkout) {
    const status = checkout.payment?.status;
    if (status === 'processing') return waitingPage(checkout, successUrl(checkout));
    return status === 'failed' ? refusedPage(checkout) : paidPage(checkout, successUrl(checkout));
  }

  app.get('/c/pay/:id', (c) => {
    const checkout = find(c);
    if (!checkout) return show(c, unknownPage(), 404);
    if (checkout.status === 'complete') return show(c, completePage(checkout));
    if (checkout.status === 'expired') return show(c, expiredPage(checkout));
    return show(c, payPage(checkout, { declined: c.req.query('declined') !== undefined, nowMs: now() }));
  });

  app.post('/c/pay/:id/pay', async (c) => {
    const form = v.safeParse(PayForm, await c.req.parseBody());
    const checkout = find(c);
    if (!checkout) return show(c, unknownPage(), 404);
    const email = checkout.customer_email ?? (form.success ? form.output.email : null) ?? null;
    if (!form.success || email === null || !checkout.methods.includes(form.output.method)) {
      return c.redirect(pathOf(checkout), 303);
    }
    const { method, later } = form.output;
    // Card payments are never pending.
    processor.pay(checkout, method, email, later === 'yes' && method !== 'card');
    return c.redirect(checkout.status === 'complete' ? `${pathOf(checkout)}/done` : pathOf(checkout), 303);
  });

  // This is a separate request, because the payment must be on disk before its event is delivered. It waits for the
  // delivery.
  app.get('/c/pay/:id/done', async (c) => {
    const checkout = find(c);
    if (!checkout) return show(c, unknownPage(), 404);
    if (checkout.status !== 'complete') return c.redirect(pathOf(checkout), 303);
    await webhookQueue.until(() => !webhookQueue.isOnItsWay(checkout.completed_event), WAIT_FOR_ENDPOINT_MS);
    return c.redirect(successUrl(checkout), 303);
  });

  app.post('/c/pay/:id/bank', async (c) => {
    const { says } = await c.req.parseBody();
    const checkout = find(c);
    if (!checkout) return show(c, unknownPage(), 404);
    processor.settle(checkout, says === 'yes');
    return c.redirect(pathOf(checkout), 303);
  });

  app.post('/c/pay/:id/decline', async (c) => {
    const checkout = find(c);
    if (!checkout) return await show(c, unknownPage(), 404);
    const declined = checkout.status === 'open' ? '?declined' : '';
    return c.redirect(pathOf(checkout) + declined, 303);
  });

  for (const [name, type] of Object.entries(assets)) {
    app.get(`/c/assets/${name}`, async (c) =>
      c.body(await readFile(new URL(name, import.meta.url)), 200, { 'content-type': type }),
    );
  }
}
