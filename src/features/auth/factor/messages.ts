import { phoneMessages } from '../phone/messages.ts';

export const textMessages = {
  lead: 'We text you a code, and you type it here.',
  send: phoneMessages.open,
  codeLabel: phoneMessages.codeLabel,
  sent: 'We sent you a code. It works for five minutes.',
  again: phoneMessages.again,
  name: (ending: string) => `Number ending in ${ending}`,
  offer: 'No app? We can text you the codes instead.',
  begin: 'Use text messages',
  number: phoneMessages.number,
  numberForm: phoneMessages.numberForm,
  sentTo: (phone: string) => `We sent a code to ${phone}. It works for five minutes.`,
  finish: 'Turn on',
  cancel: 'Not now',
  off: 'We don’t send codes by text message at the moment. Please use an authenticator app.',
  known: 'You already use this number for two-step sign-in.',
  notSent: 'We can’t send a text message to this number. Please check it, or use an authenticator app.',
} as const;
