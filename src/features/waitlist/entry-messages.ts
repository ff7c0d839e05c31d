const pickByCount = (spots: number, one: string, several: string) => (spots === 1 ? one : several);

export const entryMessages = {
  joined: 'You are on the waitlist!',
  joinedText: 'We have sent you an e-mail with a link back to this page.',
  waiting: (position: number) =>
    position === 1 ? 'You are next.' : `You are number ${position} on the waitlist.`,
  waitingText: (spots: number) =>
    spots === 1
      ? 'As soon as a spot is free, we’ll hold it for you and write to you.'
      : `As soon as ${spots} spots are free together, we’ll hold them for you and write to you.`,
  freeForAll: 'Free spots are now open to everyone.',
  freeForAllText:
    'It starts soon, so we no longer hold spots in the order of the waitlist. If a spot is free, we write to everybody who is waiting, and the first to book gets it.',
  seeSpots: 'See if a spot is free',
  unconfirmed: 'Please confirm in your e-mail',
  unconfirmedText:
    'We have sent an e-mail to the address you gave. You join the waitlist when you confirm it there. Until then, we can’t hold a spot for you.',
  noMail:
    'Nothing there after a few minutes? Look in your spam folder, or join again with the correct address.',
  confirmTitle: 'Is this you?',
  confirmText: 'Please confirm, and your place on the waitlist counts from now.',
  confirm: 'Confirm and join the waitlist',
  offered: 'It is your turn.',
  offeredText: (spots: number) =>
    spots === 1
      ? 'A spot is free, and held for you until'
      : `${spots} spots together are free, and held for you until`,
  timeLeft: (time: string) => `${time} left`,
  price: (price: string, spots: number) =>
    pickByCount(spots, price, `${price} for each child, before any rebate`),
  next: (spots: number) =>
    `After that, ${pickByCount(spots, 'it goes', 'they go')} to others. Nothing is charged until you book.`,
  accept: (spots: number) => pickByCount(spots, 'Book the spot now', 'Book the spots now'),
  decline: 'No, thank you',
  leave: 'Leave the waitlist',
  forWhom: (isWaiting: boolean) => (isWaiting ? 'Waiting for' : 'For'),
  friend: 'friend',
  ends: (spots: number) => ({
    accepted: {
      title: pickByCount(spots, 'Your spot is in the checkout', 'Your spots are in the checkout'),
      text: `We hold ${pickByCount(spots, 'it', 'them')} while you fill in the form and pay.`,
      action: 'Go to checkout',
    },
    enrolled: {
      title: 'You are in!',
      text: 'Your booking is paid for and confirmed. All the details are in our e-mail.',
      action: '',
    },
    declined: {
      title: 'You declined the offer',
      text: `${pickByCount(spots, 'The spot is', 'The spots are')} now open to others.`,
      action: '',
    },
    lapsed: {
      title: 'Time’s up',
      text: `${pickByCount(spots, 'The spot was', 'The spots were')} held for you until the deadline. You can join again at the end of the waitlist.`,
      action: 'Join again',
    },
    never_confirmed: {
      title: 'This was not confirmed in time',
      text: 'You are not on the waitlist, and no spot was held for you. You can still join at the end of the waitlist: open the link in our e-mail, or fill in the form again.',
      action: 'Join again',
    },
    cancelled_by_us: {
      title: 'This has been cancelled',
      text: 'We are sorry. It will not go ahead, so we have closed its waitlist. Nothing was charged.',
      action: '',
    },
    left: {
      title: 'You have left the waitlist',
      text: 'You will not hear from us about this one again.',
      action: '',
    },
  }),
  otherSessions: 'See what else is on',
} as const;
