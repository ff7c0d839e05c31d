import { serve } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { createPayments } from '#local/payments/start.ts';
import { handler as api } from '#functions/api/handler.ts';
import { handler as askedQuestions } from '#functions/asked-questions/handler.ts';
import { handler as assistant } from '#functions/assistant/handler.ts';
import { handler as campPhotos } from '#functions/camp-photos/handler.ts';
import { handler as childPhoto } from '#functions/child-photo/handler.ts';
import { handler as coachCalendar } from '#functions/coach-calendar/handler.ts';
import { handler as familyCalendar } from '#functions/family-calendar/handler.ts';
import { handler as createCheckout } from '#functions/create-checkout/handler.ts';
import { handler as billingPortal } from '#functions/billing-portal/handler.ts';
import { handler as passCheckout } from '#functions/create-pass-checkout/handler.ts';
import { handler as drainOutbox } from '#functions/drain-outbox/handler.ts';
import { handler as autoFix } from '#functions/auto-fix-system/handler.ts';
import { handler as errorMonitor } from '#functions/error-monitor/handler.ts';
import { handler as metaConversions } from '#functions/meta-conversions-api/handler.ts';
import { handler as messagePreview } from '#functions/message-preview/handler.ts';
import { handler as opsMonitor } from '#functions/ops-monitor/handler.ts';
import { handler as paymentSuccess } from '#functions/handle-pass-payment-success/handler.ts';
import { handler as checkPaymentLink } from '#functions/check-payment-link/handler.ts';
import { handler as payInstalment } from '#functions/pay-instalment/handler.ts';
import { handler as pictures } from '#functions/pictures/handler.ts';
import { handler as releaseOrder } from '#functions/release-order/handler.ts';
import { handler as resendWebhook } from '#functions/resend-webhook/handler.ts';
import { handler as resetSecondFactor } from '#functions/reset-second-factor/handler.ts';
import { handler as sanityWebhook } from '#functions/sanity-webhook/handler.ts';
import { handler as twilioWebhook } from '#functions/twilio-webhook/handler.ts';
import { handler as whatsappWebhook } from '#functions/whatsapp-webhook/handler.ts';
import { handler as proposeTranslations } from '#functions/propose-translations/handler.ts';
import { handler as studioOverview } from '#functions/studio-overview/handler.ts';
import { handler as stopNews } from '#functions/stop-news/handler.ts';
import { handler as stripeWebhook } from '#functions/stripe-webhook/handler.ts';
import { handler as eligibility } from '#functions/validate-pass-eligibility/handler.ts';
import { createContentLake } from '#server/content-lake.ts';
import type { Deps } from '#server/deps.ts';
import { createForwarder } from '#server/forward-events.ts';
import { createModel } from '#server/model.ts';
import { createTwilio } from '#server/phone/twilio.ts';
import { createWhatsapp } from '#server/phone/whatsapp.ts';
import { createPhotos } from '#server/photos.ts';
import { stripeEvents } from '#server/stripe-events.ts';
import type { Env } from '#server/env.ts';
import { createDatabase } from './database.ts';
import { directAuthAdmin, directDb, directDbAs } from './functions-db.ts';
import { testEnv } from './functions-env.ts';
import { createShop } from './functions-shop.ts';
import { createPostBox } from './mail-recorder.ts';

const handlers: Record<string, (request: Request, deps: Deps) => Promise<Response>> = {
  'create-checkout': createCheckout,
  'release-order': releaseOrder,
  'check-payment-link': checkPaymentLink,
  'pay-instalment': payInstalment,
  'stripe-webhook': stripeWebhook,
  'handle-pass-payment-success': paymentSuccess,
  'sanity-webhook': sanityWebhook,
  'resend-webhook': resendWebhook,
  'whatsapp-webhook': whatsappWebhook,
  'twilio-webhook': twilioWebhook,
  'drain-outbox': drainOutbox,
  'error-monitor': errorMonitor,
  'ops-monitor': opsMonitor,
  'auto-fix-system': autoFix,
  'meta-conversions-api': metaConversions,
  'validate-pass-eligibility': eligibility,
  'create-pass-checkout': passCheckout,
  'billing-portal': billingPortal,
  'child-photo': childPhoto,
  'camp-photos': campPhotos,
  'coach-calendar': coachCalendar,
  'family-calendar': familyCalendar,
  'asked-questions': askedQuestions,
  'propose-translations': proposeTranslations,
  'studio-overview': studioOverview,
  'message-preview': messagePreview,
  'reset-second-factor': resetSecondFactor,
  'stop-news': stopNews,
  pictures,
  api,
  assistant,
};

export const maintenanceHeaders = { authorization: `Bearer ${testEnv().MAINTENANCE_SECRET}` };

export interface Answer<T> {
  status: number;
  body: T;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/**
 * Runs the edge functions' handlers in this process, with a real database and the simulated Stripe. Only mails are kept
 * in memory. Tests may change `deps`, which is read at every call.
 */
export async function createWorld(values: Partial<Env> = {}) {
  const database = await createDatabase();
  // Mails in memory need no pause between them. The outbox's rate has its own tests.
  await database.sql`update settings set outbox_per_second = 1000`;
  // There is no content lake to compare with, so the hourly comparison of published content counts as done. A test with
  // a lake runs that comparison itself.
  await database.sql`insert into sweeps (name, done_at) values ('content', now() + interval '1 day')`;
  const clock = { offsetMs: 0 };
  const now = () => Date.now() + clock.offsetMs;
  const mail = createPostBox();
  const env = testEnv(values);
  const pending: Promise<unknown>[] = [];

  const route = (request: Request): Promise<Response> => {
    const name = new URL(request.url).pathname.split('/')[3] ?? '';
    const handler = handlers[name];
    if (!handler) throw new Error(`no such function: ${name}`);
    const answer = handler(request, deps);
    // A handler continues after its caller has disconnected, so `waitForWork` waits for it too.
    pending.push(answer.catch(() => undefined));
    return answer;
  };
  const server = serve({ fetch: route, port: 0, hostname: '127.0.0.1' });
  await new Promise<void>((resolve) => server.once('listening', () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/functions/v1`;
  const payments = await createPayments({
    secretKey: env.STRIPE_SECRET_KEY,
    webhook: { url: `${url}/stripe-webhook`, secret: env.STRIPE_WEBHOOK_SECRET, events: stripeEvents },
    now,
    retryMs: [20],
  });
  const stripeRequests: string[] = [];
  const recordingFetch: typeof fetch = async (input, init) => {
    const body = typeof init?.body === 'string' ? decodeURIComponent(init.body.replaceAll('+', ' ')) : '';
    stripeRequests.push(`${init?.method} ${new URL(new Request(input).url).pathname} ${body}`);
    return await payments.fetch(input, init);
  };
  const deps: Deps = {
    env,
    lake: { ...createContentLake(env), revisions: () => Promise.resolve([]) },
    phones: { whatsapp: createWhatsapp(env), sms: createTwilio(env) },
    handOn: createForwarder(env),
    photos: createPhotos(env, 'child-photos'),
    pictures: createPhotos(env, 'pictures'),
    campPhotos: createPhotos(env, 'camp-photos'),
    model: createModel(env),
    authAdmin: directAuthAdmin(database),
    // No name leads anywhere, unless a test says so.
    outgoing: { resolve: () => Promise.resolve([]), fetch: () => Promise.reject(new Error('no network')) },
    db: directDb(database),
    dbAs: (token) => directDbAs(database, token),
    stripe: new Stripe(env.STRIPE_SECRET_KEY, {
      httpClient: Stripe.createFetchHttpClient(recordingFetch),
      maxNetworkRetries: 1,
      telemetry: false,
    }),
    mail,
    // A failure in the background must not break other tests. `waitForWork` reports it.
    background: (work) => {
      work.catch(() => undefined);
      pending.push(work);
    },
    now: () => new Date(now()),
  };

  return {
    database,
    deps,
    payments,
    mail,
    clock,
    url,
    stripeRequests,
    shop: createShop(database),

    async call<T = Record<string, unknown>>(
      name: string,
      body: unknown,
      headers: HeadersInit = {},
    ): Promise<Answer<T>> {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const response = await route(new Request(`${url}/${name}`, { method: 'POST', body: text, headers }));
      return { status: response.status, body: (await response.json()) as T };
    },

    async waitForWork(): Promise<void> {
      await payments.settled();
      while (pending.length > 0) await Promise.all(pending.splice(0));
    },

    async stop(): Promise<void> {
      await payments.stop();
      await new Promise((resolve) => server.close(resolve));
      while (pending.length > 0) await Promise.allSettled(pending.splice(0));
      await database.drop();
    },
  };
}
