import Stripe from 'stripe';
import { EventEmitter, once } from 'node:events';
import type { State, StoredEvent } from './state.ts';

export interface Webhook {
  url: string;
  secret: string;
  /** The event types that are delivered. Without it, or with `*`, all are. */
  events?: readonly string[];
}

export const isSubscribed = ({ events = ['*'] }: Webhook, type: string) =>
  events.includes('*') || events.includes(type);

/** Delays after the first, second and further failures. The last delay repeats. */
export const RETRY_SECONDS = [1, 2, 4, 8, 15, 30] as const;
/** After this many error responses, an event no longer delays the events after it. */
const BLOCKING_REFUSALS = 3;
const TIMEOUT_MS = 10_000;
const MAX_DELIVERIES = 200;

interface Options {
  state: State;
  webhook: () => Webhook | undefined;
  signal: AbortSignal;
  /** Delays in milliseconds after each failure. The last delay repeats. */
  retryMs: readonly number[];
}

/**
 * An endpoint that cannot be reached delays all events. An endpoint that answers with errors gets the next event
 * after some attempts.
 */
export function createWebhookQueue({ state, webhook, signal, retryMs }: Options) {
  const progress = new EventEmitter().setMaxListeners(0);
  const isHeld = ({ type }: StoredEvent) => state.held.includes('*') || state.held.includes(type);
  const findWaiting = () => {
    const line = state.events.filter((event) => event.pending !== null && !isHeld(event));
    return state.reversed ? line.toReversed() : line;
  };

  /** Returns the next event and the milliseconds until it may be sent. Events after `through` are not on disk yet. */
  function next(through: number): { event: StoredEvent; inMs: number } | undefined {
    for (const event of findWaiting()) {
      if (event.sequence > through || !event.pending) return undefined;
      const inMs = event.pending.next_at - Date.now();
      if (inMs <= 0 || event.pending.refusals < BLOCKING_REFUSALS) return { event, inMs: Math.max(0, inMs) };
    }
    const soonest = findWaiting().map(({ pending }) => (pending?.next_at ?? 0) - Date.now());
    const [event] = findWaiting();
    return event && { event, inMs: Math.max(0, Math.min(...soonest)) };
  }

  async function post(event: StoredEvent, { url, secret }: Webhook): Promise<number> {
    // The payload is indented like Stripe's, so that a handler that does not verify the raw bytes fails here too.
    const payload = JSON.stringify(JSON.parse(event.body), null, 2);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    let status = 0;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body: payload,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      status = answer.status;
      await answer.body?.cancel();
    } catch {
      // Without a response the status is 0. The attempt is recorded below.
    }
    state.deliveries.push({ event: event.id, type: event.type, at: Date.now(), status });
    state.deliveries = state.deliveries.slice(-MAX_DELIVERIES);
    return status;
  }

  return {
    async deliver(through: number): Promise<number | null> {
      const endpoint = webhook();
      const turn = endpoint && next(through);
      if (!turn) return null;
      const { event, inMs } = turn;
      if (inMs > 0) return inMs;
      const status = await post(event, endpoint);
      if (signal.aborted || !event.pending) return null;
      if (status >= 200 && status < 300) {
        event.pending = null;
        for (let copy = 0; copy < state.copies; copy += 1) await post(event, endpoint);
      } else {
        const delay = retryMs[Math.min(event.pending.attempts, retryMs.length - 1)] ?? 0;
        const { attempts, refusals } = event.pending;
        const refused = status === 0 ? 0 : 1;
        event.pending = {
          attempts: attempts + 1,
          refusals: refusals + refused,
          next_at: Date.now() + delay,
        };
      }
      progress.emit('delivery');
      return 0;
    },

    /** Delivers an event again, whether or not it was delivered before. Returns the status of the response. */
    async again(event: StoredEvent): Promise<number> {
      const endpoint = webhook();
      return endpoint ? post(event, endpoint) : 0;
    },

    /** True while the first delivery of an event is due and no earlier event has failed. */
    isOnItsWay(id: string): boolean {
      const line = findWaiting();
      const ahead = line.slice(0, line.findIndex((event) => event.id === id) + 1);
      return (
        webhook() !== undefined && ahead.length > 0 && ahead.every(({ pending }) => pending?.attempts === 0)
      );
    },

    isIdle: () => webhook() === undefined || findWaiting().length === 0,

    /** Resolves when the condition is true, the time is over or the service stops. Returns the condition. */
    async until(condition: () => boolean, ms: number): Promise<boolean> {
      const ended = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
      while (!condition() && !ended.aborted) {
        await once(progress, 'delivery', { signal: ended }).catch(() => undefined);
      }
      return condition();
    },

    /** Call this if the waiting events have changed in another way than by a delivery. */
    changed: () => progress.emit('delivery'),
  };
}

export type WebhookQueue = ReturnType<typeof createWebhookQueue>;
