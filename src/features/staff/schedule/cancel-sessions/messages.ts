import type { Consequences } from '#contract/management-schedule.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatMoney } from '#domain/money.ts';
import { staffRefusals } from '#ui/staff/error-messages.ts';
import { plural } from '#contract/plural.ts';

/** Families read these common reasons. */
export const usualReasons = ['Heavy rain', 'Lightning', 'Haze', 'The coach is ill'] as const;

export const cancelMessages = {
  title: (count: number) => (count === 1 ? 'Cancel it' : `Cancel ${count} at once`),
  close: 'Close',
  loading: 'Checking what this does…',
  failed: 'We could not check what this does. Please try again.',
  back: 'Back',
  reason: 'Why',
  reasonHint: 'Families read this in their e-mail.',
  noReason: 'Please give a reason. It goes into the e-mail.',
  money: 'What families paid',
  choice: 'Families choose',
  choiceNote:
    'The link in their e-mail lets them choose another date or a full refund. They can also ask for a credit.',
  refund: 'Refund at once',
  refundNote: (cents: number) =>
    `${formatMoney(cents)} is refunded as it was paid: online, in person or to a family’s balance. This can’t be undone.`,
  onlyCredits: 'Everything was booked with credits from passes, and families get those back in any case.',
  noMoney: 'Nobody paid for this separately, so there is nothing to refund.',
  consequences: 'What this does',
  confirm: (count: number) => (count === 1 ? 'Yes, cancel it now' : `Yes, cancel these ${count} now`),
  goBack: 'Go back',
  hasChanged:
    'Somebody booked or changed something while you had this open. Nothing was done. These are the new numbers.',
  alreadyCancelled:
    'All of this had already been cancelled, perhaps by somebody else. Nothing more was done.',
  cancelled: 'Cancelled.',
  offSite: (count: number, hasCamp: boolean) => {
    if (hasCamp) return 'Camps are removed from the site within a minute.';
    return count === 1 ? 'It is no longer on the site.' : 'They are no longer on the site.';
  },
  noUndo: 'This can’t be undone, because we e-mail every family.',
} as const;

export function consequenceLines(consequences: Consequences, refunds: boolean): string[] {
  const lines = [
    consequences.children === 0
      ? 'No children booked.'
      : `${plural(consequences.children, 'child', 'children')} of ${plural(consequences.families, 'family', 'families')} ${consequences.children === 1 ? 'loses' : 'lose'} a spot (${plural(consequences.bookings, 'booking', 'bookings')}).`,
  ];
  if (consequences.credits > 0)
    lines.push(`${plural(consequences.credits, 'credit is', 'credits are')} returned to passes.`);
  if (consequences.refunds > 0)
    lines.push(
      `${formatMoney(consequences.refund_cents)} is refunded, in ${plural(consequences.refunds, 'refund', 'refunds')}${refunds ? '' : ', for spots that are not paid in full'}.`,
    );
  if (consequences.choices > 0)
    lines.push(
      `${plural(consequences.choices, 'spot', 'spots')} on camps wait${consequences.choices === 1 ? 's' : ''} for the family to choose.`,
    );
  if (consequences.unpaid > 0)
    lines.push(
      `${plural(consequences.unpaid, 'child was', 'children were')} not booked through this site, so nothing is refunded automatically.`,
    );
  if (consequences.held > 0)
    lines.push(
      `${plural(consequences.held, 'spot is', 'spots are')} in an open checkout. If the family still pays, this appears under Decisions.`,
    );
  if (consequences.waiting > 0)
    lines.push(
      `${plural(consequences.waiting, 'family', 'families')} ${consequences.waiting === 1 ? 'leaves' : 'leave'} the waitlist.`,
    );
  lines.push(
    consequences.mails === 0
      ? 'No e-mails go out.'
      : `${plural(consequences.mails, 'e-mail goes', 'e-mails go')} out, with other dates that have spots and a file that updates calendars.`,
  );
  if (consequences.phones > 0)
    lines.push(
      `${plural(consequences.phones, 'message also goes', 'messages also go')} to phones by WhatsApp or SMS, because something here is today.`,
    );
  return lines;
}

export const cancelRefusals: OwnMessages = {
  ...staffRefusals,
  unexpected:
    'We do not know whether that went through. Please press the button again. Nothing is done twice, and you will see the result.',
  session_started:
    'One of these has started, or somebody was marked as present, so it took place. Nothing was done.',
  camp_started: 'One of these camps has started, so nothing was done. Please refund its orders instead.',
  place_not_found: 'One of these is no longer on the schedule. Nothing was done.',
};
