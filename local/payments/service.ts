import { defineEmulator } from 'emulate';
import { controlRoutes } from './controls.ts';
import { createCourier, wants, type Webhook } from './courier.ts';
import { createDesk } from './desk.ts';
import { refusal } from './endpoint.ts';
import { invalid, StripeFailure } from './errors.ts';
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
import { emptyState, STATE_VERSION } from './state.ts';

export interface ServiceOptions {
  secretKey: string;
  webhook?: Webhook;
  /** Milliseconds between attempts at delivery; the last one repeats. */
  retryMs: readonly number[];
  /** Milliseconds since 1970. */
  now: () => number;
  /** Where browsers reach the double; known only once it listens. */
  baseUrl: () => string;
  /** Called when there may be something to deliver. */
  onChange: () => void;
}

/** Stripe as far as this shop uses it, as a service of `emulate`. */
export function paymentsService(options: ServiceOptions) {
  return defineEmulator({
    name: 'payments',
    stateVersion: STATE_VERSION,
    state: emptyState,
    // Nothing in a browser has business here except the hosted page itself.
    cors: false,
    setup({ app, state, signal }) {
      const { secretKey, webhook, retryMs, onChange } = options;
      /** The one given at the start, else the newest that was made by the API. */
      const endpoint = (): Webhook | undefined =>
        webhook ?? state.endpoints.findLast(({ disabled }) => !disabled);
      const world = {
        state,
        heard: (type: string) => {
          const to = endpoint();
          return to !== undefined && wants(to, type);
        },
        now: () => Math.floor(options.now() / 1000) + state.ahead,
        baseUrl: options.baseUrl,
      };
      const desk = createDesk(world);
      const courier = createCourier({ state, webhook: endpoint, signal, retryMs });

      app.use(async (c, next) => {
        desk.catchUp();
        await next();
        if (!c.req.path.startsWith('/_work/')) onChange();
      });
      app.onError((error, c) => {
        if (error instanceof StripeFailure) return refusal(c, error);
        const message = 'The double failed; its log says why.';
        return refusal(c, new StripeFailure(500, { type: 'api_error', message }));
      });
      app.notFound((c) =>
        refusal(c, invalid(`Unrecognized request URL (${c.req.method}: ${c.req.path}).`, {}, 404)),
      );

      const api = { ...world, app, desk, secretKey };
      sessionRoutes(api);
      paymentRoutes(api);
      refundRoutes(api);
      eventRoutes(api);
      subscriptionRoutes(api);
      invoiceRoutes(api);
      portalRoutes(api);
      disputeRoutes(api);
      webhookEndpointRoutes(api);
      hostedRoutes({ app, state, desk, courier, now: () => options.now() + state.ahead * 1000 });
      portalPages({ app, state, desk });
      controlRoutes({ app, state, courier, desk });

      // The worker's two steps are requests like any other, so that `emulate` writes down what they change.
      app.post('/_work/checkpoint', (c) => c.json(state.sequence));
      app.post('/_work/deliver/:through', async (c) => {
        const through = Number(c.req.param('through'));
        const newer = state.sequence > through ? 0 : null;
        const waits = [await courier.deliver(through), desk.msToNext(), newer];
        return c.json(waits.filter((ms) => ms !== null).toSorted((a, b) => a - b)[0] ?? null);
      });
    },
  });
}
