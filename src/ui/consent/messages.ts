import type { Consent } from '#browser/consent.ts';

export const consentMessages = {
  title: 'May we learn from your visit?',
  text: 'If you agree, we can see how families come to book, and we tell Meta when its ad led to a booking. Nothing about a child is shared.',
  yes: 'Yes, that is fine',
  no: 'No, thank you',
  more: 'Choose one by one',
} as const;

export const choiceMessages = {
  title: 'What you allow',
  lead: 'Unless you say yes, we only count the steps people take towards a booking, without linking them to a name, an account or a device. You can change this at any time.',
  doNotTrack: 'Your browser asks sites not to track you. We take that as a no to both.',
  saved: 'Saved in this browser.',
  notSaved: 'This browser does not store your choice, so both stay off.',
  purposes: [
    {
      purpose: 'analytics',
      label: 'Statistics',
      text: 'We see the steps you take towards a booking, linked to your account and type of browser, and how fast our pages load. We do not share this.',
    },
    {
      purpose: 'ads',
      label: 'Advertising',
      text: 'We tell Meta when you start a checkout or pay, with your e-mail address and phone number scrambled (SHA-256). We never send a child’s name, age or health details.',
    },
  ] satisfies { purpose: keyof Consent; label: string; text: string }[],
} as const;
