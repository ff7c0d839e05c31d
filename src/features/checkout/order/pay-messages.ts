import type { InstalmentOption } from '#contract/instalments.ts';
import type { OrderView } from '#contract/orders.ts';
import { plural } from '#contract/plural.ts';
import { formatDate } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';

type Pay = NonNullable<OrderView['pay']>;

export const payMessages = {
  title: 'How would you like to pay?',
  whole: (cents: number) => `Pay in full now: ${formatMoney(cents)}`,
  deposit: ({ deposit_cents, rest }: InstalmentOption) =>
    `Pay ${formatMoney(deposit_cents)} now, ${
      rest.length === 1 ? 'the rest' : `the rest in ${rest.length} payments`
    } by ${formatDate(rest.at(-1)?.due_on ?? '')}`,
  parts: ({ rest }: InstalmentOption) =>
    rest.map(({ cents, due_on }) => `${formatMoney(cents)} by ${formatDate(due_on)}`).join(', '),
  terms: ({ grace_days, lapses }: Pick<Pay, 'grace_days' | 'lapses'>) => [
    'The deposit books your spot. Before each date we e-mail you a link to pay by card.',
    `If a payment is more than ${plural(grace_days, 'day')} late, ${
      lapses
        ? 'we cancel the booking under the rules below, and the spot goes to another family'
        : 'we write to you. We may then cancel the booking under the rules below, and give the spot to another family'
    }.`,
    'If you cancel, you pay nothing more. The rules below say how much of the whole price we keep. If you have paid more than that, we refund the difference.',
    'You can move to another camp once everything is paid.',
  ],
  depositApart: (camps: string) =>
    `A deposit is possible for ${camps} in an order without the rest. To pay one, remove the rest from this order and book it separately.`,
  balance: (cents: number) => `Use ${formatMoney(cents)} of my balance`,
  youHave: (cents: number) => `You have ${formatMoney(cents)}.`,
  reserve: 'We reserve it until you pay, and give it back if you don’t.',
  notWithDeposit:
    'You can’t use your balance for a deposit. To use it now, pay in full now. You can also use it for a later payment.',
  amount: 'How much, in dollars',
  amountFault: (mostCents: number) => `Please type an amount up to ${formatMoney(mostCents)}.`,
  failed: 'Your balance did not load, so you can’t use it now. To try again, reload the page.',
  haveVoucher: 'Do you have a gift voucher?',
} as const;
