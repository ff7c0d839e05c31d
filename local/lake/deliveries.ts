import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook';
import type { Lake } from './lake.ts';
import type { Delivery } from './state.ts';
import type { WebhookOptions } from './webhook.ts';

const longestRetryMs = 30_000;
const attemptTimeoutMs = 30_000;

/** Delivers like the cloud, but retries never end, because the receiver may be under development. */
export function deliverWebhooks(
  lake: Lake,
  options: WebhookOptions,
  ids: { projectId: string; dataset: string },
  log: (line: string) => void,
) {
  const retries = new Map<string, { attempts: number; at: number }>();
  const stopping = new AbortController();
  let wake = (): void => undefined;
  const stopListening = lake.listen(() => wake());

  const attempt = async (delivery: Delivery) => {
    const outcome = await send(delivery, options, ids, stopping.signal);
    if (stopping.signal.aborted) return;
    if (outcome.done) {
      if (outcome.note) log(`webhook ${delivery.documentId}: ${outcome.note}`);
      retries.delete(delivery.key);
      await lake.settle(delivery);
      return;
    }
    const attempts = (retries.get(delivery.key)?.attempts ?? 0) + 1;
    const wait = Math.min((options.firstRetryMs ?? 500) * 2 ** (attempts - 1), longestRetryMs);
    if (attempts === 1)
      log(`webhook ${delivery.documentId}: ${outcome.note}; trying again until it is taken`);
    retries.set(delivery.key, { attempts, at: Date.now() + wait });
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      const due = (delivery: Delivery) => retries.get(delivery.key)?.at ?? 0;
      const waiting = [...lake.state.deliveries.values()];
      const next = waiting.find((delivery) => due(delivery) <= Date.now());
      if (next) await attempt(next);
      else await sleepUntil(Math.min(...waiting.map(due)), (resolve) => (wake = resolve), stopping.signal);
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    stopListening();
    wake();
    await running;
  };
}

/** Waits until the time `at` (Infinity: for ever), or until it is woken. */
function sleepUntil(at: number, onWake: (done: () => void) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = Number.isFinite(at) ? setTimeout(resolve, Math.max(0, at - Date.now())) : undefined;
    const stopSleeping = () => {
      clearTimeout(timer);
      resolve();
    };
    onWake(stopSleeping);
    if (signal.aborted) stopSleeping();
  });
}

async function send(
  delivery: Delivery,
  { url, secret }: WebhookOptions,
  { projectId, dataset }: { projectId: string; dataset: string },
  stopping: AbortSignal,
): Promise<{ done: boolean; note: string }> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Sanity.io webhook delivery',
    'idempotency-key': delivery.key,
    'sanity-webhook-id': 'local',
    'sanity-project-id': projectId,
    'sanity-dataset': dataset,
    'sanity-document-id': delivery.documentId,
    'sanity-operation': delivery.operation,
    'sanity-transaction-id': delivery.transactionId,
    'sanity-transaction-time': delivery.transactionTime,
    [SIGNATURE_HEADER_NAME]: await encodeSignatureHeader(delivery.body, Date.now(), secret),
  };
  try {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(attemptTimeoutMs)]);
    const response = await fetch(url, { method: 'POST', headers, body: delivery.body, signal });
    await response.arrayBuffer();
    if (response.ok) return { done: true, note: '' };
    const mustRetry = response.status === 429 || response.status >= 500;
    return { done: !mustRetry, note: `the receiver answered ${response.status}` };
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return { done: false, note: cause };
  }
}
