import type { OwnMessages } from '#api/error-text.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';

export const correctMessages = {
  open: 'Correct who held it…',
  title: 'Who held it?',
  means:
    'Hours for pay follow, and both coaches get an e-mail. If the month was paid already, settle the difference with the next pay.',
  from: 'Recorded coach',
  to: 'Held by',
  nobody: 'Nobody',
  more: 'One coach more',
  reason: 'Why?',
  reasonHint: 'Staff read this with the change.',
  noChange: 'Please choose another coach.',
  save: 'Save correction',
  leave: 'Go back',
  done: 'Corrected. The coaches get an e-mail.',
} as const;

export const correctRefusals: OwnMessages = {
  ...rereadRefusals,
  place_not_found: 'This was cancelled or is no longer on the schedule. Nothing was changed.',
};
