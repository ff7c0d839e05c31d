export const messages = {
  play: (title: string) => `Play: ${title}`,
  /** Below a video, because its service learns of whoever plays it. */
  third: (service: string) => `The video plays from ${service}, which sees that you watch it.`,
  until: (moment: string) => `Until ${moment}`,
  days: (count: number) => (count === 1 ? 'day' : 'days'),
  hours: (count: number) => (count === 1 ? 'hour' : 'hours'),
  minutes: (count: number) => (count === 1 ? 'minute' : 'minutes'),
} as const;
