import { formatMoney } from '#domain/money.ts';
import { nothingRefunded } from '../order/messages.ts';

export const moveMessages = {
  open: (day: string | null) => (day === null ? 'Change the date' : `Change the date of ${day}`),
  titleSession: 'Which class instead?',
  titleCamp: 'Which week instead?',
  currentDate: (bookingName: string) => `Now: ${bookingName}`,
  /** `day` is null unless the line is a pass with several sessions. */
  until: (moment: string, day: string | null) =>
    `${day === null ? 'You' : `${day}: you`} can change the date until ${moment}, Singapore time.`,
  deadlinePassed: (moment: string, day: string | null) =>
    `${day === null ? 'You' : `${day}: you`} could change the date until ${moment}, Singapore time. It is now too close to the start.`,
  overHelp: 'Has something come up? Write to us on WhatsApp',
  overText: ', and we will see what is still possible.',
  cancelledByUs: 'We had to cancel this date. Choose another one, or get a full refund.',
  /** This text is shown if we cancelled a session that was booked with a pass. */
  classCancelledByUs:
    'We had to cancel this class. The credit is back on your pass. Please choose another date.',
  loading: 'Looking for free spots…',
  failed: 'The dates did not load. Nothing has changed. Please try again.',
  none: 'No other date has a free spot at the moment.',
  noneHelp: 'We add new ones every week. Write to us, and we will tell you as soon as there is one.',
  more: 'Show other camps too',
  ask: 'Choose this date',
  choose: 'Please choose a date first.',
  confirmTitle: 'Change to this date?',
  samePrice: 'The price stays the same.',
  less: (cents: number) => `It costs less: ${formatMoney(cents)} will be refunded the same way you paid.`,
  lessNothing: nothingRefunded,
  rebateLost: (cents: number) =>
    `You would lose the sibling rebate of ${formatMoney(cents)}, because no other child from this booking is going on that date. If you are moving both children, first change the date for the child without the rebate.`,
  costsMore: (cents: number) => `It costs ${formatMoney(cents)} more, which you pay on the next page.`,
  oldPlaceStays: 'You keep your old spot until you have paid. Then it goes to another child.',
  pay: (cents: number) => `Pay ${formatMoney(cents)} and change`,
  oldPlace: 'Your old spot goes to another child at once.',
  confirm: 'Change the date',
  chooseOtherDate: 'Choose another date',
} as const;
