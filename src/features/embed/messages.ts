export const messages = {
  title: 'Holiday camps',
  timetableTitle: 'Timetable',
  classes: 'Classes this week',
  camps: 'The next camps',
  loading: 'Loading the timetable...',
  failed: 'The timetable did not load.',
  noClasses: 'No classes to book this week. The classes of each week appear here from Monday.',
  noCamps: 'No camps to book at the moment. New dates appear here.',
  book: 'Book',
  waitlist: 'Join the waitlist',
  from: (time: string) => `from ${time}`,
} as const;
