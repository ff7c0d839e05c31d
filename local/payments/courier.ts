import Stripe from 'stripe';
import { EventEmitter, once } from 'node:events';
import type { State, StoredEvent } from './state.ts';

export interface Webhook {
  url: string;
  secret: string;
  /** Types that are delivered; without it, or with `*`, all. */
  events?: readonly string[];
}

export const wants = ({ events = ['*'] }: Webhook, type: string) =>
  events.includes('*') || events.includes(type);

/** Waiting times after the first, second, … failure; the last one repeats. */
export const RETRY_SECONDS = [1, 2, 4, 8, 15, 30] as const;
/** An event refused this often no longer holds up those behind it. */
const PATIENCE = 3;
const TIMEOUT_MS = 10_000;
const KEPT_DELIVERIES = 200;

interface Options {
  state: State;
  /** Where events go now. */
  webhook: () => Webhook | undefined;
  signal: AbortSignal;
  /** Milliseconds after each failure; the last one repeats. */
  retryMs: readonly number[];
}

/**
 * Delivers events one by one in the order they happened, each until the endpoint answers 2xx. Whoever is
 * down keeps the line waiting; an event that is answered with an error several times steps aside.
 */
export function createCourier({ state, webhook, signal, retryMs }: Options) {
  const progress = new EventEmitter().setMaxListeners(0);
  const isHeld = ({ type }: StoredEvent) => state.held.includes('*') || state.held.includes(type);
  const waiting = () => {
    const line = state.events.filter((event) => event.pending !== null && !isHeld(event));
    return state.reversed ? line.toReversed() : line;
  };

  /** The event whose turn it is, and whether it may go now. Events after `through` are not on disk yet. */
  function next(through: number): { event: StoredEvent; inMs: number } | undefined {
    for (const event of waiting()) {
      if (event.sequence > through || !event.pending) return undefined;
      const inMs = event.pending.next_at - Date.now();
      if (inMs <= 0 || event.pending.refusals < PATIENCE) return { event, inMs: Math.max(0, inMs) };
    }
    const soonest = waiting().map(({ pending }) => (pending?.next_at ?? 0) - Date.now());
    const [event] = waiting();
    return event && { event, inMs: Math.max(0, Math.min(...soonest)) };
  }

  async function post(event: StoredEvent, { url, secret }: Webhook): Promise<number> {
    // Indented, as Stripe sends it: a handler that verifies anything but the raw bytes fails here too.
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
      // Nobody answered: status 0. That it was tried is in the log of deliveries.
    }
    state.deliveries.push({ event: event.id, type: event.type, at: Date.now(), status });
    state.deliveries = state.deliveries.slice(-KEPT_DELIVERIES);
    return status;
  }

  return {
    /** One delivery if one is due. Milliseconds until the next is; 0 when there may be more at once. */
    async deliver(through: number): Promise<number | null> {
      const to = webhook();
      const turn = to && next(through);
      if (!turn) return null;
      const { event, inMs } = turn;
      if (inMs > 0) return inMs;
      const status = await post(event, to);
      if (signal.aborted || !event.pending) return null;
      if (status >= 200 && status < 300) {
        event.pending = null;
        for (let copy = 0; copy < state.copies; copy += 1) await post(event, to);
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

    /** Delivers an event once more, whatever became of it before. Status of the answer. */
    async again(event: StoredEvent): Promise<number> {
      const to = webhook();
      return to ? post(event, to) : 0;
    },

    /** True while an event waits for its first delivery and nothing stands in its way. */
    isOnItsWay(id: string): boolean {
      const line = waiting();
      const ahead = line.slice(0, line.findIndex((event) => event.id === id) + 1);
      return (
        webhook() !== undefined && ahead.length > 0 && ahead.every(({ pending }) => pending?.attempts === 0)
      );
    },

    isIdle: () => webhook() === undefined || waiting().length === 0,

    /** Resolves when the condition holds, the time is over or the double stops; true if it holds. */
    async until(condition: () => boolean, ms: number): Promise<boolean> {
      const over = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
      while (!condition() && !over.aborted) {
        await once(progress, 'delivery', { signal: over }).catch(() => undefined);
      }
      return condition();
    },

    /** Something else than a delivery changed what is waiting. */
    changed: () => progress.emit('delivery'),
  };
}

export type Courier = ReturnType<typeof createCourier>;
