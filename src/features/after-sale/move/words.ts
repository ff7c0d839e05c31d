import { formatMoney } from '#domain/money.ts';
import { nothingRefunded } from '../order/words.ts';

export const moveWords = {
  open: (day: string | null) => (day === null ? 'Change the date' : `Change the date of ${day}`),
  titleSession: 'Which class instead?',
  titleCamp: 'Which week instead?',
  now: (of: string) => `Now: ${of}`,
  /** `day` is set for a pass of several sessions. */
  until: (moment: string, day: string | null) =>
    `${day === null ? 'The' : `${day}: the`} date can be changed until ${moment}, Singapore time.`,
  over: (moment: string, day: string | null) =>
    `${day === null ? 'The' : `${day}: the`} date could be changed until ${moment}, Singapore time. It begins too soon for that now.`,
  overHelp: 'Something came up? Write to us on WhatsApp',
  overText: ': a person looks for what is still possible.',
  calledOff: 'We had to call this one off. Take another date, or have all of your money back.',
  /** For a session of a pass. */
  classCalledOff: 'We had to call this one off. Its credit is back on your pass: take another date.',
  loading: 'Looking for free spots...',
  failed: 'The dates did not load. Nothing has changed; please try again.',
  none: 'No other date has a free spot at the moment.',
  noneHelp: 'New ones come every week. Write to us, and we tell you first.',
  more: 'Show other camps too',
  ask: 'Take this one',
  choose: 'Please choose one first.',
  confirmTitle: 'Change to this date?',
  same: 'The price stays the same.',
  less: (cents: number) => `It costs less: ${formatMoney(cents)} goes back the way it came.`,
  lessNothing: nothingRefunded,
  rebateLost: (cents: number) =>
    `The sibling rebate of ${formatMoney(cents)} does not come along: no other child of this booking is there. If both children change, first change the one without the rebate.`,
  costsMore: (cents: number) => `It costs ${formatMoney(cents)} more, which you pay on the next page.`,
  oldPlaceStays: 'Until it is paid, your old spot stays yours; then it goes to another child.',
  pay: (cents: number) => `Pay ${formatMoney(cents)} and change`,
  oldPlace: 'Your old spot goes to another child at once.',
  confirm: 'Change the date',
  other: 'Choose another',
} as const;
