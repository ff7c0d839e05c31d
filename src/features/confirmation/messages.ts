export const messages = {
  waiting: 'Looking for your payment...',
  waitingText: 'This takes a few seconds. You can leave the page open; nothing is charged twice.',
  booked: 'Booking Confirmed!',
  late: 'Your payment came after the hold had ended. There was still a free spot, and it is yours.',
  needsChoice: {
    title: 'We have your payment',
    text: 'The session filled up before it arrived. Your money is safe: choose another date with us, or have all of it back.',
    action: 'Choose on WhatsApp',
  },
  underReview: {
    title: 'We have your payment',
    text: 'The amount is not the one of the order, so a person looks at it first. Please do not pay again: we write to you, and nothing is lost.',
    action: 'Ask on WhatsApp',
  },
  unpaid: {
    title: 'Not paid yet',
    text: 'We see no payment for this order. If you have just paid, it can take a minute to reach us.',
    again: 'Look again',
    back: 'Back to the checkout',
  },
  notFound: {
    title: 'We cannot find this order',
    text: 'The link may be incomplete. Please open the one in our e-mail, or ask us on WhatsApp.',
    action: 'Back to the start',
    help: 'Ask on WhatsApp',
    helpText: 'Hello! I cannot find my booking.',
  },
  failed: {
    title: 'The order did not load',
    text: 'Nothing is lost: what you booked and paid is kept. Please try again.',
    action: 'Try again',
  },
  joinGroup: (day: string) => `Join the ${day} group`,
  groupText: (day: string, number: string) =>
    `Hello! We booked the ${day} class (order ${number}). See you there.`,
  reviewText: (number: string) => `Hello! You are looking at the payment of our order ${number}.`,
  choiceText: (number: string) => `Hello! Our order ${number} needs another date.`,
} as const;

export const whatToBring = [
  { sign: '👟', name: 'Closed shoes', why: 'Flat soles grip best' },
  { sign: '💧', name: 'A bottle of water', why: 'There is a refill point' },
  { sign: '🧴', name: 'Sunscreen, cap', why: 'On before you leave home' },
  { sign: '🛹', name: 'No board', why: 'Board, helmet, pads are ours' },
] as const;

export const whatHappensNext = [
  'Today: the receipt and a calendar file by e-mail',
  'If it rains: a message before you leave home',
  'On the day: come ten minutes early to find a helmet that fits',
] as const;
