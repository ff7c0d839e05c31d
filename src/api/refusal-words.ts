import type { ErrorCode } from '#contract/errors.ts';
import { isOffline } from '#browser/online.ts';

/** A feature's nearer words, by code. `offline`: of a call that came to nothing without a network. */
export type OwnRefusals = Partial<Record<ErrorCode | 'offline', string>>;

/** A code in the reader's words: the feature's own, else the general ones, which are fetched for it. */
export async function refusalWords(code: ErrorCode, own: OwnRefusals): Promise<string> {
  if (code === 'unexpected' && isOffline())
    return own.offline ?? 'You seem to be offline. Please try again when you are back online.';
  const general = () => import('./general-refusals.ts').then(({ generalRefusal }) => generalRefusal(code));
  return own[code] ?? (await general().catch(() => own.unexpected ?? 'That did not work. Please try again.'));
}
