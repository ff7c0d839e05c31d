/** Simulates Stripe: its settings are those of a new account, and its payments are those of the local stack. */
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { stripeApi } from '../stripe.ts';
import type { World } from '../world.ts';

const settings = /^\/v1($|\/account$|\/payment_method_configurations|\/billing_portal\/configurations)/;

export function stripeWithPayments(world: World, payments: string): Hono {
  const account = stripeApi(world);
  const app = new Hono();
  app.post('/v1/payment_methods', (c) => c.json({ id: 'pm_1', object: 'payment_method' }));
  app.post('/v1/payment_pages/:session/confirm', async (c) => {
    const id = c.req.param('session');
    const headers = {
      authorization: c.req.header('authorization') ?? '',
      'stripe-version': c.req.header('stripe-version') ?? '',
    };
    const found = await fetch(`${payments}/v1/checkout/sessions/${id}`, { headers });
    const { url } = (await found.json()) as { url: string };
    const body = new URLSearchParams({ method: 'card', email: 'parent@example.com' });
    const paid = await fetch(`${url}/pay`, { method: 'POST', body, redirect: 'manual' });
    await fetch(new URL(paid.headers.get('location') ?? '', url), { redirect: 'manual' });
    return c.json({ id, status: 'complete' });
  });
  app.all('*', (c) => {
    const { pathname, search } = new URL(c.req.url);
    if (settings.test(pathname)) return account.fetch(c.req.raw);
    return proxy(`${payments}${pathname}${search}`, {
      method: c.req.method,
      headers: c.req.raw.headers,
      body: c.req.raw.body,
    });
  });
  return app;
}
