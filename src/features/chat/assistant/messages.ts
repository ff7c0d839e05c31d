import { brand } from '#config/brand.ts';
import type { HandOverReason } from '#contract/hand-over.ts';
import { offline } from '#domain/offline-messages.ts';

export const messages = {
  label: 'Your question',
  ask: 'Ask',
  tryThese: 'Try one of these',
  thinking: 'Looking it up…',
  yourQuestion: 'You asked',
  answered: `The ${brand.product} answers`,
  liveAnswer: 'From our booking system, just now',
  quoted: 'From our pages',
  written: 'From the team',
  composed: 'Written by a computer program',
  more: 'Also on our pages',
  whatsapp: 'Ask a coach on WhatsApp',
  newTab: '(opens in a new tab)',
  back: 'Other ways',
  clear: 'Start again',
  offline: `${offline} Your question is still here. Please ask again when you are back online.`,
  failed: 'We could not look that up just now.',
  systemDownQuotingPages: 'Our booking system is not responding. This is what our pages say:',
  systemDown: 'Our booking system is not responding. Please try again in a minute, or ask a coach.',
  tryAgain: 'Try again',
  danger: 'If somebody is hurt or in danger, call 995 for an ambulance now. Then call our team.',
  call: 'Call 995',
  callTeam: 'Call our team',
} as const;

export const reasons: Record<HandOverReason, string> = {
  health:
    'Please do not write about a child’s health here. The checkout has a safe place for it, which only our team reads.',
  people: 'I have no information about other families or children.',
  booking: 'I can’t see your booking.',
  unknown: '',
};

export const toCoach = (question: string): string => `Hello! I asked the ${brand.product}: ${question}`;
