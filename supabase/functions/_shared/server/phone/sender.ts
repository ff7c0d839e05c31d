import type { FailureReason, PhoneChannel } from '../../contract/message-channels.ts';
import type { PhoneText } from './text.ts';

interface PhoneMessage {
  id: string;
  to: string;
  text: PhoneText;
}

/**
 * `paused` means that the provider accepts nothing for now. `unknown` means that the message may have been sent, so it
 * must not be sent again.
 */
export type SendResult =
  | { state: 'sent'; providerId: string }
  | { state: 'failed'; reason: FailureReason; retry: boolean; error: string }
  | { state: 'paused'; seconds: number; error: string }
  | { state: 'unknown'; error: string };

/** A provider for one channel. To use another provider, write another module with this interface. */
export interface PhoneSender {
  send: (message: PhoneMessage) => Promise<SendResult>;
}

export type PhoneSenders = Record<PhoneChannel, PhoneSender | null>;

const TIMEOUT_MS = 8000;

export async function post(
  url: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown } | null> {
  try {
    const response = await fetch(url, { ...init, method: 'POST', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
