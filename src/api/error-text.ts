import type { ErrorCode } from '#contract/errors.ts';
import { isOffline } from '#browser/online.ts';
import { offline, retryOnline } from '#domain/offline-messages.ts';

/** A feature's own messages by code. `offline` is for a call that failed without a network. */
export type OwnMessages = Partial<Record<ErrorCode | 'offline', string>>;

/** The message for a code: the feature's own, else the general one, which is loaded on demand. */
export async function errorText(code: ErrorCode, own: OwnMessages): Promise<string> {
  if (code === 'unexpected' && isOffline()) return own.offline ?? `${offline} ${retryOnline}`;
  const general = () => import('./error-messages.ts').then(({ generalMessage }) => generalMessage(code));
  return own[code] ?? (await general().catch(() => own.unexpected ?? 'That did not work. Please try again.'));
}
