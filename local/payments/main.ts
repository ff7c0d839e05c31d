import { join } from 'node:path';
import * as v from 'valibot';
import { runService } from '../service.ts';
import { stripeEvents } from '#server/stripe-events.ts';
import { startPayments } from './start.ts';

const Env = v.object({
  PAYMENTS_PORT: v.pipe(v.string(), v.transform(Number), v.integer()),
  LOCAL_DIR: v.string(),
  SUPABASE_URL: v.pipe(v.string(), v.url()),
  STRIPE_SECRET_KEY: v.string(),
  STRIPE_WEBHOOK_SECRET: v.string(),
});

await runService(() => {
  const env = v.parse(Env, process.env);
  return startPayments({
    port: env.PAYMENTS_PORT,
    dir: join(env.LOCAL_DIR, 'payments'),
    secretKey: env.STRIPE_SECRET_KEY,
    demo: true,
    webhook: {
      url: `${env.SUPABASE_URL}/functions/v1/stripe-webhook`,
      secret: env.STRIPE_WEBHOOK_SECRET,
      events: stripeEvents,
    },
  });
});
