export const messages = {
  waiting: 'Looking for your payment…',
  waitingText: 'This takes a few seconds. Please keep this page open. You will not be charged twice.',
  booked: 'Booking Confirmed!',
  paid: 'Paid.',
  depositPaid: 'Deposit paid.',
  rest: (parts: readonly { label: string; amount: string }[]) =>
    `${parts.map(({ label, amount }) => `${label}: ${amount}`).join('. ')}. We e-mail you a link before each date. To pay sooner, open your booking with the link in our e-mail.`,
  campPicture: 'The mascot beside a tent with a lantern',
  classPicture: 'The mascot on a skateboard',
  /** The text names the children who have a spot. */
  enrolled: (names: string, count: number) => `${names} ${count === 1 ? 'is' : 'are'} in.`,
  /** The text names the children whose pass has no booked day yet. */
  passReady: (names: string, count: number) =>
    `The ${count === 1 ? 'pass' : 'passes'} for ${names} ${count === 1 ? 'is' : 'are'} ready.`,
  moved: 'Your new date is booked',
  movedText: 'The difference is paid, and the new spot is yours. The old one goes to another child.',
  notMoved: {
    title: 'The date could not be changed',
    text: 'When your payment arrived, the change was no longer possible. We are refunding the difference to your original payment method. Banks take up to ten days. You still have your old spot.',
    action: 'Ask on WhatsApp',
  },
  paidBack: {
    title: 'This is not booked',
    text: 'We are refunding what you paid, the same way you paid it. Banks take up to ten days. The e-mail we have sent you says why.',
    action: 'Ask on WhatsApp',
  },
  /** The specification gives these sentences (spec 2 §8). */
  activated: 'Pass activated successfully!',
  /** Words after the number of sessions that can still be booked. */
  moreSessions: 'the link is in the e-mail we have just sent, or',
  moreSessionsLink: 'ask for a new one',
  moreSessionsOfMember: 'in Family Base',
  notActivated: 'Failed to activate pass',
  notActivatedText:
    'We could not check your payment just now. If you have paid, nothing is lost. Please try again.',
  next: {
    text: (booking: string) => `You also chose ${booking}. It is not booked yet.`,
    action: (name: string) => `Book ${name} now`,
  },
  collect: {
    title: 'Who may collect your child',
    text: (names: string) =>
      names === ''
        ? 'Only you. You can add a person in Family Base, or with the link in our e-mail.'
        : `You, and ${names}. Coaches ask for a photo ID.`,
  },
  born: (name: string, date: string) => `${name} (born ${date})`,
  late: 'Your payment reached us after your reservation had ended. There was still a free spot, and it is yours.',
  receipt: (addresses: string) => `The receipt is on its way to ${addresses}.`,
  used: {
    title: 'A Try-Out was not booked',
    /**
     * `money` is refunded to the card or account, and `balance` is added to the family's balance. Null means that
     * nothing goes there.
     */
    text: (name: string, money: string | null, balance: string | null) =>
      [
        `There is one Try-Out per child, and ${name} has had one.`,
        money &&
          `We are refunding ${money} to ${balance ? 'the card or account that you paid with' : 'your original payment method'}. Banks take up to ten days.`,
        balance && `We have returned ${balance} to your balance.`,
      ]
        .filter(Boolean)
        .join(' '),
    child: 'your child',
    note: 'Not booked: this is refunded',
  },
  needsChoice: {
    title: 'We have your payment',
    text: 'The spot was taken before your payment arrived. Your money is safe: use the link in our latest e-mail to choose another date, a credit or a full refund.',
    action: 'Or choose on WhatsApp',
  },
  /** Messages for a parent who paid a deposit and can only have it refunded. */
  onlyRefund: {
    title: 'We have your payment',
    text: 'The spot was taken before your payment arrived. Your money is safe: use the link in our latest e-mail to get your deposit back.',
    action: 'Ask on WhatsApp',
  },
  underReview: {
    title: 'We have your payment',
    text: 'The amount does not match the order, so we are checking it first. Please do not pay again. We will write to you, and nothing is lost.',
    action: 'Ask on WhatsApp',
  },
  pending: {
    title: 'Your payment is on its way',
    /** An offer that renews can be paid only by card. */
    text: (byCard: boolean) =>
      `${byCard ? 'Some banks' : 'PayNow and some banks'} take a few minutes. We are holding your choice for you. Please do not pay again. We will write to you as soon as your payment arrives.`,
    until: (moment: string) => `Held until ${moment}, Singapore time.`,
    again: 'Check again',
    back: 'I did not pay',
  },
  unpaid: {
    title: 'Not paid yet',
    text: 'We can’t see a payment for this order. If you have just paid, it can take a minute to reach us.',
    again: 'Check again',
    back: 'Back to the checkout',
    backToBooking: 'Back to your booking',
  },
  notFound: {
    title: 'We can’t find this order',
    text: 'The link may be incomplete. Please open the one in our e-mail, or ask us on WhatsApp.',
    action: 'Home',
    newLink: 'Ask for a new link',
    help: 'Ask on WhatsApp',
    helpText: 'Hello! I can’t find my booking.',
  },
  failed: {
    title: 'The order did not load',
    text: 'Nothing is lost: we have your booking and your payment. Please try again.',
    action: 'Try again',
  },
  account: {
    title: 'Everything in one place',
    text: 'Find your bookings, receipts and next session in your Family Base. We e-mail you a link, so you need no password.',
    action: 'Create my account',
    open: 'Open Family Base',
  },
  campGroup: {
    title: 'Meet the camp team',
    text: 'Questions before the first day? Coming with friends? Write to us, and our team will answer.',
    action: 'Write to the camp team',
    chat: (number: string) => `Hello! We booked a camp (order ${number}) and have a question.`,
  },
  classGroup: {
    title: 'Questions before the class?',
    text: 'Write to us, and our team will answer. Our parents’ groups are for the weekend classes.',
    action: 'Write to the team',
    chat: (day: string, number: string) =>
      `Hello! We booked a class on ${day} (order ${number}) and have a question.`,
  },
  notMovedText: (number: string) => `Hello! We could not change the date of our order ${number}.`,
  paidBackText: (number: string) => `Hello! Our order ${number} could not be booked.`,
  reviewText: (number: string) => `Hello! You are checking the payment for our order ${number}.`,
  refundText: (number: string) =>
    `Hello! The spot of our order ${number} was taken. We would like our deposit back.`,
  choiceText: (number: string) => `Hello! Our order ${number} needs another date.`,
} as const;

/** For a pass without a first day, this text replaces the next steps of the content. */
export const passNext = 'We e-mail you the receipt. You can book the first session whenever you like.';

/** For a pass that renews, this step is added to those of the content. */
export const renewal = 'Every 4 weeks: the pass renews by card and brings new sessions, until you stop it';
