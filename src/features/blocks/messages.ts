export const messages = {
  play: (title: string) => `Play: ${title}`,
  /** The video service learns who plays the video, so visitors read this below it. */
  third: (service: string) => `The video plays from ${service}, which sees that you watch it.`,
  until: (moment: string) => `Until ${moment}`,
  days: (count: number) => (count === 1 ? 'day' : 'days'),
  hours: (count: number) => (count === 1 ? 'hour' : 'hours'),
  minutes: (count: number) => (count === 1 ? 'minute' : 'minutes'),
} as const;
