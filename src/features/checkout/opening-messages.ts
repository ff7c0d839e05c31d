export const openingMessages = {
  opening: (pass: boolean) => (pass ? 'Holding your price…' : 'Holding your spot…'),
  notSaved:
    'This takes about two minutes. This browser saves nothing for our site, so please keep this page open until you have paid.',
  yourTurn: 'It’s your turn. We are opening your booking.',
  back: { class: 'Back to the sessions', camp: 'Back to camps' },
} as const;

export const tryOutMessage = 'One Try-Out per child. A second one is refunded in full.';

export const waitlistLabel = 'Join the waitlist';
