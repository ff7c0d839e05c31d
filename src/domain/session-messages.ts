export const sessionMessages = {
  loading: 'Looking for sessions with free spots…',
  failed: 'The sessions did not load. Nothing has changed. Please try again.',
  otherTeams: 'Show other teams too',
  bookFirst: 'Book the first session',
  startsSoon:
    'It starts soon. For ten minutes after booking, you can cancel and keep the credit. If you cancel after that, you lose the credit.',
  cancelKeepingCredit: 'Cancel this session, keep the credit',
  creditLost: (moment: string) =>
    `You could have kept the credit until ${moment}, Singapore time. If you cancel now, you lose it.`,
  place: 'The spot goes to another child at once.',
  notOnTimetable: 'That session is no longer on the timetable. Please choose another one.',
} as const;
