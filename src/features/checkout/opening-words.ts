/** The texts that the checkout shows before its form has loaded. */
export const openingWords = {
  opening: (pass: boolean) => (pass ? 'Holding your price...' : 'Holding your spot...'),
  back: { class: 'Back to the sessions', camp: 'Back to camps' },
} as const;

/** Shown beside the try-out's price. */
export const onceWords = 'One try-out a child. A second one is paid back in full.';

export const waitlistWords = 'Join the waitlist';
