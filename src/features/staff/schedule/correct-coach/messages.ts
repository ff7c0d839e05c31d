import type { OwnMessages } from '#api/error-text.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';

export const correctMessages = {
  open: 'Change recorded coach…',
  title: 'Who coached this?',
  means:
    'The hours for pay will change too, and each coach concerned will get an e-mail. If that month has already been paid, settle the difference with the next pay.',
  from: 'Recorded coach',
  to: 'Coached by',
  nobody: 'Nobody',
  more: 'Nobody: add a coach',
  reason: 'Why?',
  reasonHint: 'Staff read this with the change.',
  noChange: 'Please choose another coach.',
  save: 'Save correction',
  leave: 'Go back',
  done: 'Corrected. Each coach concerned gets an e-mail.',
} as const;

export const correctRefusals: OwnMessages = {
  ...rereadRefusals,
  place_not_found:
    'This session or camp was cancelled, or is no longer on the schedule. Nothing has changed.',
};
