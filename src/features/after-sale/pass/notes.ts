import type { ErrorCode, Refusal } from '#contract/errors.ts';
import { formatSessions } from '#contract/format.ts';
import { errorText } from '../messages.ts';

export const passNotes = {
  left: (credits: number, total: number) => {
    if (credits > total) return `${credits} sessions left`;
    return `${credits} of ${formatSessions(total)} left`;
  },
  until: (date: string) => `valid until ${date}`,
  choose: 'Please choose a session first.',
  booked: (bookingName: string, creditsLeft: string) => `Booked: ${bookingName}. ${creditsLeft}.`,
  given: (bookingName: string, creditsLeft: string) =>
    `Cancelled: ${bookingName}. The credit is back on the pass: ${creditsLeft}.`,
  givenLost: (bookingName: string, creditsLeft: string) => `Cancelled: ${bookingName}. ${creditsLeft}.`,
} as const;

export async function passRefusal(refusal: ErrorCode | Refusal): Promise<string> {
  const code = typeof refusal === 'string' ? refusal : refusal.code;
  const errorMessages = await import('../error-messages.ts').catch(() => null);
  return errorMessages?.passErrors[code] ?? errorText(refusal);
}
