import { Hono } from 'hono';
import { controlRoutes } from './controls.ts';
import { createWebhookQueue, isSubscribed, type Webhook } from './webhook-queue.ts';
import { createProcessor } from './processor.ts';
import { refusal, type App } from './endpoint.ts';
import { invalid, StripeFailure } from './errors.ts';
import { balanceRoutes } from './api/balance.ts';
import { disputeRoutes } from './api/disputes.ts';
import { eventRoutes } from './api/events.ts';
import { invoiceRoutes } from './api/invoices.ts';
import { paymentRoutes } from './api/payments.ts';
import { portalRoutes } from './api/portal.ts';
import { refundRoutes } from './api/refunds.ts';
import { sessionRoutes } from './api/sessions.ts';
import { subscriptionRoutes } from './api/subscriptions.ts';
import { webhookEndpointRoutes } from './api/webhook-endpoints.ts';
import { portalPages } from './hosted/portal.ts';
import { hostedRoutes } from './hosted/routes.ts';
import type { State } from './state.ts';

export interface ServiceOptions {
  state: State;
  secretKey: string;
  webhook?: Webhook;
  retryMs: readonly number[];
  now: () => number;
  baseUrl: string;
  signal: AbortSignal;
  onChange: () => void;
}

export type Service = ReturnType<typeof createService>;

export function createService(options: ServiceOptions) {
  const { state, secretKey, webhook, retryMs, baseUrl, signal, onChange } = options;
  const app: App = new Hono();
  /** The endpoint of the options, or else the newest endpoint that was created with the API. */
  const endpoint = (): Webhook | undefined =>
    webhook ?? state.endpoints.findLast(({ disabled }) => !disabled);
  const world = {
    state,
    isSubscribed: (type: string) => {
      const webhookEndpoint = endpoint();
      return webhookEndpoint !== undefined && isSubscribed(webhookEndpoint, type);
    },
    now: () => Math.floor(options.now() / 1000) + state.ahead,
    baseUrl,
  };
  const processor = createProcessor(world);
  const webhookQueue = createWebhookQueue({ state, webhook: endpoint, signal, retryMs });

  app.use(async (_c, next) => {
    processor.catchUp();
    await next();
    onChange();
  });
  app.onError((error, c) => {
    if (error instanceof StripeFailure) return refusal(c, error);
    console.error('[payments]', error);
    const message = 'The double failed; its log says why.';
    return refusal(c, new StripeFailure(500, { type: 'api_error', message }));
  });
  app.notFound((c) =>
    refusal(c, invalid(`Unrecognized request URL (${c.req.method}: ${c.req.path}).`, {}, 404)),
  );

  const api = { ...world, app, processor, secretKey };
  sessionRoutes(api);
  paymentRoutes(api);
  refundRoutes(api);
  eventRoutes(api);
  subscriptionRoutes(api);
  invoiceRoutes(api);
  portalRoutes(api);
  disputeRoutes(api);
  balanceRoutes(api);
  webhookEndpointRoutes(api);
  hostedRoutes({ app, state, processor, webhookQueue, now: () => options.now() + state.ahead * 1000 });
  portalPages({ app, state, processor });
  controlRoutes({ app, state, webhookQueue, processor });

  return {
    fetch: async (request: Request) => app.fetch(request),
    /** The sequence number of the newest event. Events must be on disk before they are delivered. */
    checkpoint: () => {
      processor.catchUp();
      return state.sequence;
    },
    /** Makes one delivery if one is due. Returns the milliseconds until there is more to do, or null. */
    async deliver(through: number): Promise<number | null> {
      const newer = state.sequence > through ? 0 : null;
      const waits = [await webhookQueue.deliver(through), processor.msToNext(), newer];
      return waits.filter((ms) => ms !== null).toSorted((a, b) => a - b)[0] ?? null;
    },
  };
}
