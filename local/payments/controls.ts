import type { Context } from 'hono';
import * as v from 'valibot';
import type { WebhookQueue } from './webhook-queue.ts';
import type { Processor } from './processor.ts';
import { invalid, missing } from './errors.ts';
import type { App } from './endpoint.ts';
import type { Delivery, Fault, State } from './state.ts';

const Hold = v.strictObject({ types: v.exactOptional(v.array(v.string()), ['*']) });
const Copies = v.strictObject({ copies: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)) });
const FaultInput = v.strictObject({
  match: v.string(),
  status: v.exactOptional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
    null,
  ),
  times: v.exactOptional(v.number(), 1),
  after: v.exactOptional(v.boolean(), false),
  delay_ms: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60_000)), 0),
});
const Release = v.strictObject({ newest_first: v.exactOptional(v.boolean(), false) });
const Advance = v.strictObject({ seconds: v.pipe(v.number(), v.integer(), v.minValue(1)) });
const Settle = v.strictObject({ succeeded: v.boolean() });
const Dispute = v.strictObject({
  amount: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  reason: v.exactOptional(v.string()),
  inquiry: v.exactOptional(v.boolean()),
});
const Decide = v.strictObject({ won: v.boolean() });
const Balance = v.strictObject({ funded: v.boolean() });
const Failure = v.strictObject({ reason: v.string() });
const PayoutFailure = v.strictObject({ code: v.string() });
const Adjustment = v.strictObject({
  type: v.picklist(['stripe_fee', 'adjustment']),
  amount: v.pipe(v.number(), v.integer()),
  currency: v.exactOptional(v.string(), 'sgd'),
});
const Card = v.strictObject({ card: v.picklist(['good', 'declined']) });

export interface DeliveryReport {
  pending: number;
  deliveries: Delivery[];
}

interface Parts {
  app: App;
  state: State;
  webhookQueue: WebhookQueue;
  processor: Processor;
}

export function controlRoutes({ app, state, webhookQueue, processor }: Parts): void {
  const read = async <S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> => {
    const body = await c.req.text();
    const result = v.safeParse(schema, body === '' ? {} : JSON.parse(body));
    if (!result.success) throw invalid(v.summarize(result.issues));
    return result.output;
  };
  const report = (): DeliveryReport => ({
    pending: state.events.filter(({ pending }) => pending !== null).length,
    deliveries: state.deliveries,
  });

  app.get('/_test/deliveries', (c) => c.json(report()));
  app.post('/_test/settled', async (c) => {
    await webhookQueue.until(webhookQueue.isIdle, 20_000);
    return c.json(report());
  });
  app.post('/_test/hold', async (c) => {
    state.held = (await read(c, Hold)).types;
    webhookQueue.changed();
    return c.json({ held: state.held });
  });
  app.post('/_test/release', async (c) => {
    state.reversed = (await read(c, Release)).newest_first;
    state.held = [];
    return c.json({ held: [] });
  });
  app.post('/_test/advance', async (c) => {
    state.ahead += (await read(c, Advance)).seconds;
    processor.catchUp();
    return c.json({ ahead: state.ahead });
  });
  app.post('/_test/settle/:session', async (c) => {
    const checkout = state.checkouts[c.req.param('session')];
    if (!checkout) throw missing('checkout.session', c.req.param('session'));
    return c.json({ settled: processor.settle(checkout, (await read(c, Settle)).succeeded) });
  });
  app.post('/_test/card/:subscription', async (c) => {
    const subscription = state.subscriptions[c.req.param('subscription')];
    if (!subscription) throw missing('subscription', c.req.param('subscription'));
    subscription.card = (await read(c, Card)).card;
    return c.json({ card: subscription.card });
  });
  app.post('/_test/dispute/:intent', async (c) => {
    const payment = processor.findPayment('intent', c.req.param('intent'));
    if (!payment) throw missing('payment_intent', c.req.param('intent'));
    return c.json({ id: processor.disputes.open(payment, await read(c, Dispute)) });
  });
  app.post('/_test/decide/:dispute', async (c) => {
    processor.disputes.close(c.req.param('dispute'), (await read(c, Decide)).won);
    return c.json({ closed: true });
  });
  app.post('/_test/balance', async (c) => {
    state.funded = (await read(c, Balance)).funded;
    return c.json({ funded: state.funded });
  });
  app.post('/_test/refund/:id', async (c) => {
    processor.failRefund(c.req.param('id'), (await read(c, Failure)).reason);
    return c.json({ failed: true });
  });
  app.post('/_test/payout/:id', async (c) => {
    processor.balance.failPayout(c.req.param('id'), (await read(c, PayoutFailure)).code);
    return c.json({ failed: true });
  });
  app.post('/_test/adjustment', async (c) => {
    const { type, amount, currency } = await read(c, Adjustment);
    return c.json({ id: processor.balance.adjust(type, amount, currency) });
  });
  app.post('/_test/copies', async (c) => {
    state.copies = (await read(c, Copies)).copies;
    return c.json({ copies: state.copies });
  });
  app.post('/_test/faults', async (c) => {
    state.faults.push(await read(c, FaultInput));
    return c.json({ faults: state.faults.length });
  });
  app.post('/_test/resend/:id', async (c) => {
    const event = state.events.find(({ id }) => id === c.req.param('id'));
    if (!event) throw missing('event', c.req.param('id'));
    return c.json({ status: await webhookQueue.again(event) });
  });
}

type Request = (path: string, init?: RequestInit) => Promise<Response>;

export function createControls(request: Request) {
  async function post<T>(path: string, body: object = {}): Promise<T> {
    const answer = await request(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  return {
    /** Holds events of these types (or all) until `release`. */
    hold: (types?: string[]) => post('/_test/hold', types ? { types } : {}),
    /** Delivers held events, in their order or newest first. The order applies until the next release. */
    release: (order: { newest_first?: boolean } = {}) => post('/_test/release', order),
    /** Moves the simulated clock ahead and does what became due, such as renewals. */
    advance: (days: number) => post('/_test/advance', { seconds: Math.round(days * 24 * 60 * 60) }),
    /** Ends a pending payment as the bank would. False if there was none. */
    settle: async (session: string, succeeded: boolean) =>
      (await post<{ settled: boolean }>(`/_test/settle/${session}`, { succeeded })).settled,
    /** Opens a dispute (or, with `inquiry`, an inquiry) about a payment, and returns its id. */
    dispute: async (intent: string, options: v.InferOutput<typeof Dispute> = {}) =>
      (await post<{ id: string }>(`/_test/dispute/${intent}`, options)).id,
    decide: (dispute: string, outcome: 'won' | 'lost') =>
      post(`/_test/decide/${dispute}`, { won: outcome === 'won' }),
    setCard: (subscription: string, card: 'good' | 'declined') =>
      post(`/_test/card/${subscription}`, { card }),
    setFunded: (funded: boolean) => post('/_test/balance', { funded }),
    /** Makes a successful refund fail afterwards, with Stripe's `failure_reason`. */
    failRefund: (refund: string, reason: string) => post(`/_test/refund/${refund}`, { reason }),
    /** Makes a payout fail, even one that was paid, with Stripe's `failure_code`. */
    failPayout: (payout: string, code: string) => post(`/_test/payout/${payout}`, { code }),
    adjust: async (adjustment: v.InferInput<typeof Adjustment>) =>
      (await post<{ id: string }>('/_test/adjustment', adjustment)).id,
    /** From now on, delivers every event once and then this many more times. */
    duplicate: (copies: number) => post('/_test/copies', { copies }),
    /** Delivers an event again at once. Returns the endpoint's status, or 0 for no response. */
    resend: async (event: string) => (await post<{ status: number }>(`/_test/resend/${event}`)).status,
    /** Fails or delays the next requests. With `after`, they are carried out and only the response is lost. */
    fail: (fault: Pick<Fault, 'match'> & Partial<Fault>) => post('/_test/faults', fault),
    deliveries: async () => (await (await request('/_test/deliveries')).json()) as DeliveryReport,
    /** Resolves when all events that are not held have been delivered, after 20 s at the latest. */
    settled: () => post<DeliveryReport>('/_test/settled'),
  };
}

export type Controls = ReturnType<typeof createControls>;
