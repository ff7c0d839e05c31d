import Stripe from 'stripe'; import { mkdtempSync, statSync } from 'node:fs';
import { startPayments } from './local/payments/start.ts'; import { pay } from './tests/support/payments.ts';
const dir = mkdtempSync('/tmp/pb-');
const p = await startPayments({ port: 0, dir, secretKey: 'k' });
const stripe = new Stripe('k', { host: '127.0.0.1', port: new URL(p.url).port, protocol: 'http' });
for (let i = 0; i < 700; i++) {
  const t = performance.now();
  const s = await stripe.checkout.sessions.create({ mode: 'payment', customer_email: 'mei.tan@example.com', success_url: 'http://x.sg/', line_items: [{ quantity: 1, price_data: { currency: 'sgd', unit_amount: 3800, product_data: { name: 'Try-Out Session for Mia', description: 'Red Otter A' } } }] }, { idempotencyKey: `o:${i}` });
  const t2 = performance.now(); await pay(s.url!, { method: 'card' });
  if ([1, 100, 300, 600].includes(i)) console.log(i, 'create', (t2 - t).toFixed(0), 'pay', (performance.now() - t2).toFixed(0), 'size', statSync(dir + '/state.json').size);
}
await p.stop();
