import type { ErrorCode } from '#contract/errors.ts';
import { isOffline } from '#browser/online.ts';
import { offline, retryOnline } from '#domain/offline-messages.ts';

/** A feature's messages by error code. `offline` is shown when a call failed without a network. */
export type OwnMessages = Partial<Record<ErrorCode | 'offline', string>>;

/** Returns the feature's message for a code, or else the general message, which is loaded on demand. */
export async function errorText(code: ErrorCode, ownMessages: OwnMessages): Promise<string> {
  if (code === 'unexpected' && isOffline()) return ownMessages.offline ?? `${offline} ${retryOnline}`;
  const readGeneralMessage = () =>
    import('./error-messages.ts').then(({ generalMessage }) => generalMessage(code));
  return (
    ownMessages[code] ??
    (await readGeneralMessage().catch(() => ownMessages.unexpected ?? 'That did not work. Please try again.'))
  );
}
