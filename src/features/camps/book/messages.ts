export const messages = {
  loading: 'Loading...',
  loadFailed: 'Error loading camps',
  pickWeek: 'Please select a week first',
  noneInWeek: 'No camp in this week',
  /** The page shows this if a package has no camp in the week, beside the button and in the dialog. */
  notInWeek: (name: string) =>
    `${name} not available for selected week. Please try refreshing or contact support.`,
  issue: {
    title: 'Booking Issue',
    text: (name: string) => `${name} not available for selected date.`,
    hint: 'Please try refreshing the page. If the problem persists, our team is here to help!',
    refresh: 'Refresh Page',
    chat: 'Get Help on WhatsApp',
    close: 'Close',
    chatText: (name: string, date: string) =>
      `Hello! I tried to book ${name} for ${date} on your website, and it did not work. Can you help?`,
  },
  noScript:
    'To choose here, please turn on JavaScript. You can also read all dates in the list, or book on WhatsApp.',
} as const;
