import { brand } from '#config/brand.ts';

const nobodyCharged = 'Nothing was charged.';

/** Messages for states in which nothing can be paid. `parent` is the parent's first name. */
export const stateMessages = {
  paid: (parent: string) => ({
    title: 'Paid, thank you',
    text: `The booking is confirmed for ${parent}. Stripe sends the receipt to the e-mail address given with the payment.`,
  }),
  from_balance: () => ({
    title: 'Paid, thank you',
    text: 'The booking is paid from your balance, and there is nothing more to pay. The receipt is on its way by e-mail.',
  }),
  checking: () => ({
    title: 'We are checking the payment',
    text: 'This takes a few seconds. Please keep this page open.',
  }),
  on_its_way: (parent: string) => ({
    title: 'The payment has not arrived yet',
    text: `PayNow and some banks need a few minutes. If you have paid, please don’t pay again: ${parent} gets an e-mail as soon as it arrives. If you did not pay, you can still do so.`,
  }),
  under_review: (parent: string) => ({
    title: 'We are checking a payment',
    text: `A payment for this booking has arrived, but we need to check something before we can confirm it. We are in touch with ${parent} by e-mail. Please don’t pay again.`,
  }),
  expired: (parent: string) => ({
    title: 'The deadline for this payment has passed',
    text: `The booking is no longer reserved. ${nobodyCharged} Please ask ${parent} for a new link.`,
  }),
  cancelled: (parent: string) => ({
    title: 'This booking can no longer be paid',
    text: `The booking was changed or cancelled, or a bank refused the payment. ${nobodyCharged} Please ask ${parent} for a new link.`,
  }),
  changing: (parent: string) => ({
    title: 'The booking is being changed',
    text: `${parent} is changing something. Please try again in a minute.`,
  }),
  ended: () => ({
    title: 'This payment link has expired',
    text: 'A payment link works until one day after its deadline. Please ask the person who sent it for a new one.',
  }),
  wrong: () => ({
    title: 'This is not a complete link',
    text: 'Please open it again from the message, or ask the person who sent it for a new one.',
  }),
  thanks: () => ({
    title: 'Thank you',
    text: 'If you have paid, Stripe sends you the receipt, and we confirm the booking to the parent by e-mail.',
  }),
  failed: () => ({ title: 'This page did not load', text: 'Please try again in a moment.' }),
} as const;

export const messages = {
  title: 'Pay for a booking',
  loading: 'Loading...',
  parent: 'The parent',
  asks: (parent: string) => `${parent} asks you to pay for a booking`,
  about: (children: number, parent: string) =>
    `For ${children === 1 ? 'one child' : `${children} children`}. Booked by ${parent} with ${brand.name}.`,
  ofWhole: (sum: string) => `This is part of the price of ${sum}.`,
  until: (time: string) => `Please pay by ${time}. After that, the booking is no longer reserved.`,
  part: (sum: string) => `${sum} to pay for a booking`,
  due: (day: string, isLate: boolean) =>
    `${isLate ? 'Was due on' : 'Due by'} ${day}. The booking is confirmed, and part of its price is paid.`,
  notOpened: 'The payment page did not open, and nothing was charged. Please try again in a moment.',
  partRefund:
    'If the booking is cancelled, the unpaid amount is taken off the refund, and nothing more is charged. A refund goes back to the cards or accounts that were used to pay. What was paid from a balance goes back to that balance.',
  pay: (sum: string) => `Pay ${sum}`,
  useBalance: (sum: string) => `Use ${sum} from my balance`,
  youHave: (sum: string) => `You have ${sum}. It is used as soon as you press the button.`,
  payFromBalance: (sum: string) => `Pay ${sum} from my balance`,
  payBoth: (balance: string, rest: string) => `Use ${balance} and pay ${rest} by card`,
  fromBalance: (sum: string) => `${sum} is paid from your balance.`,
  balanceRefused:
    'Nothing was taken from your balance. It may have changed, or a payment is on its way. Please check the sum and try again.',
  backToPayment: 'Back to the payment page',
  stripe: 'You pay on Stripe’s secure page. You need no account, and Stripe sends you the receipt.',
  depositRefund: 'This applies to the amount paid here. The parent pays the rest later.',
  refundTitle: 'If the booking is cancelled',
  refund: (parent: string) =>
    `${parent} can change or cancel the booking, and you can’t. A refund goes back to the card or account that you pay with.`,
  unexpected: (parent: string) => `Not expecting this? Ask ${parent} before you pay.`,
} as const;
