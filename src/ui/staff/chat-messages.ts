import { brand } from '#config/brand.ts';

/**
 * Texts that staff send to families by WhatsApp with one tap. Marketing changes them in Studio
 * (`src/config/wording.ts`), and staff can edit each text before they send it.
 */
export const chatMessages = {
  hello: (name: string | null) => `Hello${name === null ? '' : ` ${name}`}, this is ${brand.name}.`,
  lead: {
    contacted: 'Did you get our last message? We are happy to help.',
    party: 'Thank you for asking about a birthday party. When is a good time to talk about it?',
    spot: (wanted: string | null) =>
      `You reserved a spot${wanted === null ? '' : ` for our ${wanted}`}. Shall we tell you what is available and help you choose?`,
    other: 'Thank you for asking about us. When is a good time to talk?',
  },
  waitlist: {
    offered: (place: string, until: string) =>
      `We are holding a spot for you in ${place} until ${until}. The link is in our e-mail. Can we help?`,
    waiting: (position: number | null, place: string) =>
      `You are number ${position ?? ''} on the waitlist for ${place}. Would you like to stay on it, or shall we find you another date?`,
    unconfirmed: (place: string) =>
      `You asked to join the waitlist for ${place}. Please press the button in our e-mail to confirm. Can we help?`,
    lapsed: (place: string) =>
      `We held a spot for you in ${place}, but the offer has expired. Would you still like to come?`,
    other: (place: string) => `We are writing about ${place}.`,
  },
  cancelled: 'We are sorry: we had to cancel this.',
  party: {
    enquiry: (name: string) => `Hello ${name}, thank you for asking about a birthday party!`,
    invite: (title: string, moment: string, place: string, link: string) =>
      `You are invited: ${title}, ${moment}, ${place}. Please tell us who is coming: ${link}`,
    toHost: (name: string, guests: string, agreed: number, link: string) =>
      `Hello ${name}, ${guests} said yes so far, of ${agreed} planned. Could you pass the link on to those who have not answered yet? ${link}`,
  },
  details: {
    booked: (booked: string, link: string) =>
      `Please tell us about health, emergency contacts and who may collect your child (${booked}): ${link}`,
    missing: (name: string, missing: string, link: string) =>
      `We are still missing some details about ${name}: ${missing}. Please add them here. It takes about two minutes: ${link}`,
    expected: (name: string, place: string, link: string) =>
      `${name} is expected at ${place}, and we have no information about ${name}’s health yet. Please tell us about allergies, medicine and conditions (or that there are none), who to call, and who may collect ${name}: ${link}`,
  },
} as const;
