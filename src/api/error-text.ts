import type { ErrorCode } from '#contract/errors.ts';
import { isOffline } from '#browser/online.ts';
import { offline, retryOnline } from '#domain/offline-messages.ts';

/** A feature's messages by error code. `offline` is shown when a call failed without a network. */
export type OwnMessages = Partial<Record<ErrorCode | 'offline', string>>;

interface Refused {
  code: ErrorCode;
  names?: readonly string[] | undefined;
}

/** Adds which children a refusal is about. A family reads its own children only (private.refuse_checked_in). */
const withNames = (text: string, names: readonly string[] = []) =>
  names.length === 0 ? text : `${text} Checked in: ${names.join(', ')}.`;

/**
 * Returns the feature's message for a refusal or its code, or else the general message, which is loaded on demand. If
 * the refusal names children, the message ends with them.
 */
export async function errorText(refusal: ErrorCode | Refused, ownMessages: OwnMessages): Promise<string> {
  if (typeof refusal !== 'string')
    return withNames(await errorText(refusal.code, ownMessages), refusal.names);
  const code = refusal;
  if (code === 'unexpected' && isOffline()) return ownMessages.offline ?? `${offline} ${retryOnline}`;
  const readGeneralMessage = () =>
    import('./error-messages.ts').then(({ generalMessage }) => generalMessage(code));
  return (
    ownMessages[code] ??
    (await readGeneralMessage().catch(() => ownMessages.unexpected ?? 'That did not work. Please try again.'))
  );
}
