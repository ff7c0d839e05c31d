import { createHash } from 'node:crypto';
import { StripeFailure } from './errors.ts';
import type { State, StoredAnswer } from './state.ts';

/** Stripe forgets idempotency keys after a day. */
const KEEP_SECONDS = 24 * 60 * 60;
/** The number of stored responses is limited, because every response writes the whole state to disk. */
const MAX_ANSWERS = 300;

export interface Answer {
  status: number;
  body: string;
}

function fingerprintOf(encoded: string): string {
  const params = new URLSearchParams(encoded);
  params.sort();
  return createHash('sha256').update(params.toString()).digest('base64url');
}

export function findEarlierAnswer(
  state: State,
  key: string,
  { path, encoded, now }: { path: string; encoded: string; now: number },
): StoredAnswer | undefined {
  const first = state.answers[key];
  if (!first || first.created < now - KEEP_SECONDS) return undefined;
  const refuse = (message: string) => new StripeFailure(400, { type: 'idempotency_error', message });
  if (first.path !== path) {
    throw refuse(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${first.path}' vs '${path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  if (first.fingerprint !== fingerprintOf(encoded)) {
    throw refuse(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  return first;
}

export function remember(
  state: State,
  key: string,
  answer: Answer & { path: string; encoded: string; now: number },
): void {
  const { path, encoded, now, status, body } = answer;
  state.answers[key] = { path, fingerprint: fingerprintOf(encoded), status, body, created: now };
  const all = Object.entries(state.answers);
  const recent = all.slice(-MAX_ANSWERS).filter(([, { created }]) => created >= now - KEEP_SECONDS);
  if (recent.length < all.length) state.answers = Object.fromEntries(recent);
}
