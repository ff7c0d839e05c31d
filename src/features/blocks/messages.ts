export const messages = {
  play: (title: string) => `Play: ${title}`,
  /** The note below a video, because the video service learns who plays it. */
  third: (service: string) => `The video plays from ${service}, which can see that you are watching it.`,
  until: (moment: string) => `Until ${moment}`,
  days: (count: number) => (count === 1 ? 'day' : 'days'),
  hours: (count: number) => (count === 1 ? 'hour' : 'hours'),
  minutes: (count: number) => (count === 1 ? 'minute' : 'minutes'),
} as const;
