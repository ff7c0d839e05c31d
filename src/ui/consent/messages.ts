import type { Consent } from '#browser/consent.ts';

export const consentMessages = {
  title: 'May we learn from your visit?',
  text: 'If you agree, we see how families get to a booking, and Meta learns when its ad led to one. Nothing about a child is shared.',
  yes: 'Yes, that is fine',
  no: 'No, thank you',
  more: 'Choose one by one',
} as const;

export const choiceMessages = {
  title: 'What you allow',
  lead: 'Unless you say yes, we only count steps towards a booking, without a name, an account or a device. You can change this at any time.',
  doNotTrack: 'Your browser asks sites not to track you. We take that as a no to both.',
  saved: 'Saved in this browser.',
  notSaved: 'This browser does not store your choice, so both stay off.',
  purposes: [
    {
      purpose: 'analytics',
      label: 'Statistics',
      text: 'We see steps towards a booking together with your account and kind of browser, and how fast our pages are. This stays with us.',
    },
    {
      purpose: 'ads',
      label: 'Advertising',
      text: 'Meta learns that a checkout began or was paid, with your e-mail and number scrambled (SHA-256). It never gets a child’s name, age or health.',
    },
  ] satisfies { purpose: keyof Consent; label: string; text: string }[],
} as const;
