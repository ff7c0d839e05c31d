import type { ErrorCode } from '#contract/errors.ts';
import { isOffline } from '#browser/online.ts';

/** A feature's own messages by code. `offline` is for a call that failed without a network. */
export type OwnRefusals = Partial<Record<ErrorCode | 'offline', string>>;

/** The message for a code: the feature's own, else the general one, which is loaded on demand. */
export async function refusalWords(code: ErrorCode, own: OwnRefusals): Promise<string> {
  if (code === 'unexpected' && isOffline())
    return own.offline ?? 'You seem to be offline. Please try again when you are back.';
  const general = () => import('./general-refusals.ts').then(({ generalRefusal }) => generalRefusal(code));
  return own[code] ?? (await general().catch(() => own.unexpected ?? 'That did not work. Please try again.'));
}
