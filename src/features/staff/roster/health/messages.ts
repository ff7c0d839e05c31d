import { formatPhone } from '#contract/phone-format.ts';

export const callMessages = {
  group: (name: string) => `Call about ${name}`,
  call: 'Call ',
  callAbout: (person: string, child: string) => `Call ${person} about ${child}`,
  openFamily: 'Open family page',
  openFamilyOf: (name: string) => `Open family page of ${name}`,
  noNumber: 'No number to call',
  parent: 'parent',
  contact: 'emergency contact',
  noParent: 'We have no parent’s number.',
  noContact: 'We have no emergency contact.',
} as const;

export const callLine = (person: string, about: string, phone: string): string =>
  `${person}, ${about}: ${formatPhone(phone)}`;

export const detailMessages = {
  open: 'Health and contacts',
  close: 'Hide health and contacts',
  of: (name: string) => `Health and contacts of ${name}`,
  parent: 'parent',
  contact: 'emergency contact',
  logged: 'The family can see that you opened this.',
} as const;
