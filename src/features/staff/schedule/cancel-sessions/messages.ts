import type { Consequences } from '#contract/management-schedule.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatMoney } from '#domain/money.ts';
import { justChanged, staffRefusals } from '#ui/staff/error-messages.ts';
import { plural } from '#contract/plural.ts';

/** Common reasons, which families read. */
export const usualReasons = ['Heavy rain', 'Lightning', 'Haze', 'The coach is ill'] as const;

type Kinds = readonly ('session' | 'camp')[];
function placesText(kinds: Kinds): string {
  const [first] = kinds;
  const nouns = new Set(kinds).size > 1 ? 'sessions and camps' : first === 'camp' ? 'camps' : 'sessions';
  return kinds.length === 1 ? `this ${first ?? 'session'}` : `${kinds.length} ${nouns}`;
}

export const cancelMessages = {
  title: (kinds: Kinds) => `Cancel ${placesText(kinds)}`,
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
    `${formatMoney(cents)} will be refunded as it was paid: online, in person or to a family’s balance. This can’t be undone.`,
  onlyCredits:
    'Everything was booked with credits from passes, and families will get those back in any case.',
  noMoney: 'Nobody paid for this separately, so there is nothing to refund.',
  consequences: 'What this does',
  confirm: (kinds: Kinds) => `Yes, cancel ${kinds.length === 1 ? '' : 'these '}${placesText(kinds)}`,
  goBack: 'Go back',
  hasChanged: justChanged('Somebody', 'a session, camp or booking', 'nothing was cancelled'),
  alreadyCancelled:
    'All of these had already been cancelled, perhaps by somebody else. Nothing more was done.',
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
      : `${plural(consequences.children, 'child', 'children')} from ${plural(consequences.families, 'family', 'families')} will lose a spot (${plural(consequences.bookings, 'booking', 'bookings')}).`,
  ];
  if (consequences.credits > 0)
    lines.push(`${plural(consequences.credits, 'credit')} will be returned to passes.`);
  if (consequences.refunds > 0)
    lines.push(
      `${formatMoney(consequences.refund_cents)} will be refunded, in ${plural(consequences.refunds, 'refund', 'refunds')}${refunds ? '' : ', for spots that are not paid in full'}.`,
    );
  if (consequences.choices > 0)
    lines.push(
      `${plural(consequences.choices, 'spot', 'spots')} on camps will wait for the family to choose.`,
    );
  if (consequences.unpaid > 0)
    lines.push(
      `${plural(consequences.unpaid, 'child has', 'children have')} a spot that was not paid for here, so nothing will be refunded for it.`,
    );
  if (consequences.held > 0)
    lines.push(
      `${plural(consequences.held, 'spot is', 'spots are')} in an open checkout. If the family still pays, the payment will appear under Decisions.`,
    );
  if (consequences.waiting > 0)
    lines.push(`${plural(consequences.waiting, 'family', 'families')} will leave the waitlist.`);
  lines.push(
    consequences.mails === 0
      ? 'No e-mails will go out.'
      : `${plural(consequences.mails, 'e-mail')} will go out, with other dates that have spots and a file that updates calendars.`,
  );
  if (consequences.phones > 0)
    lines.push(
      `${plural(consequences.phones, 'message')} will also go to phones by WhatsApp or SMS, because something you are cancelling is today or begins within 12 hours.`,
    );
  return lines;
}

export const cancelRefusals: OwnMessages = {
  ...staffRefusals,
  unexpected:
    'We do not know whether that went through. Please press the button again. Nothing is done twice, and you will see the result.',
  session_started:
    'One of these has started, or somebody was marked as present, so it took place. Nothing was done.',
  child_checked_in:
    'Nothing was cancelled, because checked-in children would no longer be on any roster. Check them out or undo their check-in first.',
  camp_started: 'One of these camps has started, so nothing was done. Please refund its orders instead.',
  place_not_found: 'One of these is no longer on the schedule. Nothing was done.',
};
