export const failedMessages = {
  load: 'Loading error. Please refresh.',
  unexpected: 'Unexpected Application Error!',
  title: 'Something went wrong',
  text: "We're sorry for the inconvenience. Please try refreshing the page.",
  again: 'Try Again',
  refresh: 'Refresh Page',
} as const;
