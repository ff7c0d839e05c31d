import { sessionMessages } from '#domain/session-messages.ts';

export const passMessages = {
  heading: 'Sessions',
  first: sessionMessages.bookFirst,
  more: 'Book another session',
  title: 'Which session?',
  lead: 'Each session you book uses one from your pass. You pay nothing more.',
  loading: sessionMessages.loading,
  failed: sessionMessages.failed,
  none: 'There is no other session to book right now.',
  noneHelp: 'We add new sessions every week. The links in our reminder e-mails bring you back to this page.',
  otherTeams: sessionMessages.otherTeams,
  wait: 'Join the waitlist',
  waitFor: (timeText: string) => `Join the waitlist for ${timeText}`,
  waitHelp:
    'Use the same name, date of birth and e-mail address as here. When a spot is free, we hold it for your child, and you can book it on this page.',
  returnsUntil: (moment: string) => `You can cancel it until ${moment}, Singapore time, and keep the credit.`,
  returnsNoMore: sessionMessages.startsSoon,
  book: 'Book this session',
  keep: 'Not now',
  usedUp: 'All sessions of this pass are used or booked.',
  usedUpRenews: 'You get new sessions with the next renewal.',
  passEnded: (date: string) => `This pass ended on ${date}.`,
  passes: 'See the passes',
  calendar: 'Add to calendar',
  cancelSession: (returns: boolean) =>
    returns ? sessionMessages.cancelKeepingCredit : 'Cancel this session',
  cancelSessionOf: (bookingName: string, returns: boolean) =>
    `${returns ? sessionMessages.cancelKeepingCredit : 'Cancel this session'}: ${bookingName}`,
  cancelTitle: 'Cancel this session?',
  comesBack: 'You keep the credit, and can book another session with it.',
  comesBackUntil: (date: string) =>
    `You keep the credit, and can book another session with it until ${date}.`,
  creditLost: sessionMessages.creditLost,
  place: sessionMessages.place,
  confirm: 'Cancel and keep the credit',
  confirmLost: 'Cancel and lose the credit',
  stay: 'Keep the session',
} as const;

export const describeBooking = {
  ahead: 'Booked',
  begun: 'Started',
  attended: 'Attended',
  missed: 'Missed',
  cancelled_by_us: 'Cancelled by us',
  cancelled: 'Cancelled late',
} as const;
