/** Texts about a pass of several sessions. */
export const passMessages = {
  heading: 'Sessions',
  first: 'Book the first session',
  more: 'Book another session',
  title: 'Which session?',
  lead: 'Each session you book uses one from your pass. You pay nothing more.',
  loading: 'Looking for free sessions...',
  failed: 'The sessions did not load. Nothing has changed. Please try again.',
  none: 'There is no other session to book right now.',
  noneHelp: 'We add new ones every week. Our reminder e-mails bring you back to this page.',
  otherTeams: 'Show other teams too',
  wait: 'Join the waitlist',
  waitFor: (when: string) => `Join the waitlist for ${when}`,
  waitHelp:
    'Use the same name, date of birth and e-mail address as here. When a spot comes free, we keep it for your child on this page.',
  returnsUntil: (moment: string) => `You can cancel it until ${moment}, Singapore time, and keep the credit.`,
  returnsNoMore: 'It starts soon. If you cancel, you lose the credit.',
  book: 'Book this session',
  keep: 'Not now',
  usedUp: 'All sessions of this pass are used or booked.',
  usedUpRenews: 'You get new ones with the next renewal.',
  over: (date: string) => `This pass ended on ${date}.`,
  passes: 'See the passes',
  calendar: 'Add to calendar',
  cancelSession: (returns: boolean) =>
    returns ? 'Cancel this session, keep the credit' : 'Cancel this session',
  cancelSessionOf: (of: string, returns: boolean) =>
    returns ? `Cancel this session, keep the credit: ${of}` : `Cancel this session: ${of}`,
  cancelTitle: 'Cancel this session?',
  comesBack: 'You keep the credit, and can book another session with it.',
  comesBackUntil: (date: string) =>
    `You keep the credit, and can book another session with it until ${date}.`,
  lost: (moment: string) =>
    `You could have kept the credit until ${moment}, Singapore time. If you cancel now, you lose it.`,
  place: 'The spot goes to another child at once.',
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
