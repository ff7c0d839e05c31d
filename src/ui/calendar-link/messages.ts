import { formatDate, formatMoment, today } from '#domain/dates.ts';

export const calendarMessages = {
  title: 'Your week in your own calendar',
  secret:
    'Anyone who has the link can see your week. If somebody else has it, create a new link, and the old one stops working.',
  make: 'Create link',
  renew: 'Create a new link',
  revoke: 'Turn off link',
  copy: 'Copy link',
  copied: 'Copied',
  open: 'Open in my calendar',
  google: 'Add to Google Calendar',
  label: 'This is the link. We show it only once. If you lose it, create a new one.',
  linkMadeOn: (moment: string) => `You created a link on ${formatDate(today(new Date(moment)))}.`,
  read: (moment: string | null) =>
    moment === null
      ? 'No calendar has used this link yet.'
      : `A calendar last used it on ${formatMoment(moment)}.`,
  revoked: 'The link no longer works. Calendars that use it will no longer be updated.',
  confirmations: {
    renew: {
      title: 'Create a new link?',
      text: 'Calendars that use the old link will stop showing your week until you give them the new one.',
      keep: 'Keep the old link',
    },
    revoke: {
      title: 'Turn off the link?',
      text: 'Calendars that use it will no longer be updated. You can’t restore this link, but you can create a new one.',
      keep: 'Keep the link',
    },
  },
  ways: [
    [
      'iPhone, iPad, Mac',
      'Tap “Open in my calendar”, then “Subscribe”. Or open Calendar, choose “Add subscription calendar” and paste the link.',
    ],
    [
      'Google Calendar',
      'On a computer, click + beside “Other calendars”, choose “From URL” and paste the link. Google updates it every few hours.',
    ],
    ['Outlook', 'Choose “Add calendar”, then “Subscribe from web”, and paste the link.'],
  ],
  how: 'How to add it to your calendar',
} as const;
