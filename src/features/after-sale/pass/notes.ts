import type { ErrorCode } from '#contract/errors.ts';
import { formatSessions } from '#contract/format.ts';
import { errorText } from '../messages.ts';

/** `of` names the child, the class, the base and the time; `left` says how many credits remain. */
export const passNotes = {
  left: (credits: number, total: number) => {
    if (credits > total) return `${credits} sessions left`;
    return `${credits} of ${formatSessions(total)} left`;
  },
  until: (date: string) => `valid until ${date}`,
  choose: 'Please choose a session first.',
  booked: (of: string, creditsLeft: string) => `Booked: ${of}. ${creditsLeft}.`,
  given: (of: string, creditsLeft: string) =>
    `Cancelled: ${of}. The credit is back on the pass: ${creditsLeft}.`,
  givenLost: (of: string, creditsLeft: string) => `Cancelled: ${of}. ${creditsLeft}.`,
} as const;

export async function passRefusal(code: ErrorCode): Promise<string> {
  const errorMessages = await import('../error-messages.ts').catch(() => null);
  return errorMessages?.passErrors[code] ?? errorText(code);
}
