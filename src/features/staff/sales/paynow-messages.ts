import type { PaynowSale } from '#contract/desk.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatMoney } from '#domain/money.ts';
import { refusals } from './messages.ts';
import { splitMessages } from './split-messages.ts';

export const paynowMessages = {
  show: 'Show PayNow QR code',
  holds: 'The spots are held while the parent pays. Confirm when the bank’s message arrives.',
  noUen:
    'To show a PayNow QR code here, the company’s UEN must be in the settings. Until then, take the PayNow payment with your own code before you sell.',
  openSettings: 'Open the settings',
  title: (cents: number) => `PayNow ${formatMoney(cents)}`,
  heldUntil: (moment: string) => `The code and the spots are valid until ${moment}.`,
  notHeld:
    'The spots are no longer held, so no code is shown. If the money has arrived, confirm it: the family gets the spots if they are free, or chooses another date or a refund.',
  amount: 'Amount',
  reference: 'Reference',
  to: 'To',
  bankReference: 'Bank reference',
  bankReferenceHint: 'Check the amount and our reference in the message first.',
  noReference: 'Please enter the reference from the bank’s message.',
  confirm: (cents: number) => `Confirm ${formatMoney(cents)} and sell`,
  leave: 'Keep this sale waiting and start the next one',
  cancelSale: 'Cancel this sale',
  cancelSaleMeans: ({ split }: Pick<PaynowSale, 'split'>) =>
    [
      'The spots will be released. What you typed will still be here. Please tell the parent not to pay with this QR code.',
      split && splitMessages.returnPart(formatMoney(split.cents), split.method),
    ]
      .filter(Boolean)
      .join(' '),
  cancelSaleYes: 'Yes, cancel the sale',
  cancelSaleNo: 'Keep waiting',
  placeGone:
    'The money is recorded, but the spot was gone by then. We are e-mailing the family, so that they can choose another date or a refund.',
  waiting: 'Waiting for PayNow',
  ended: 'No longer held. Open this sale if the money has arrived.',
  sale: ({ number, parent_name, total_cents }: Pick<PaynowSale, 'number' | 'parent_name' | 'total_cents'>) =>
    [number, parent_name, formatMoney(total_cents)].filter(Boolean).join(' · '),
} as const;

export const paynowRefusals: OwnMessages = {
  ...refusals,
  unexpected:
    'We do not know whether that went through. Please press the button again. The same reference never counts twice.',
  paynow_reference_used:
    'This reference has already confirmed another sale. Please check the bank’s message.',
  order_closed: 'This sale has already been confirmed with another reference.',
};
