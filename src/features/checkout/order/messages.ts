export const sentMessages = {
  title: 'Waiting for payment',
  text: (sum: string, time: string) =>
    `Send this link. Anybody who has it can pay ${sum} until ${time}. After that, we no longer hold your booking. You are still the customer: the booking and all e-mails go to you.`,
  shows:
    'They see what it is for, how many children come, the price, the refund rule and your first name. They see nothing else about your family.',
  label: 'Payment link',
  request: (booking: string, sum: string, time: string) =>
    `Could you pay for this, please? ${booking}: ${sum}, by ${time}.`,
  share: 'Share link',
  whatsapp: 'Send on WhatsApp',
  copy: 'Copy link',
  copied: {
    yes: 'The link is copied.',
    refused: 'Your browser did not copy it. Please select the link and copy it by hand.',
  },
  changes:
    'This page tells you when it is paid. You can also pay for it yourself, or change your answers below and save them. The link stays the same.',
  payYourself: 'Pay for the booking yourself',
  save: 'Save my changes',
} as const;
