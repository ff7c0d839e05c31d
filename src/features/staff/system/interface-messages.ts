import type { ApiKey } from '#contract/interfaces.ts';
import type { ApiScope } from '#contract/read-api.ts';
import type { Webhook, WebhookDelivery, WebhookType } from '#contract/webhooks.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatMoment } from '#domain/dates.ts';
import { plural } from '#contract/plural.ts';
import { notBusinessAdmin } from './invite-messages.ts';

const joined = (...parts: readonly (string | null | false)[]) => parts.filter(Boolean).join(' · ');

export const interfaceMessages = {
  title: 'Open interfaces',
  lead: 'Other programs can read from us with a key, and we can tell them what happens. Neither ever gets a child’s or a parent’s details.',
  loading: 'Loading...',
  failed: 'The keys and webhooks did not load.',
  denied: 'Only business admins can see keys and webhooks.',
  signInAgain: 'Sign in again',
  copy: 'Copy',
  copied: 'Copied.',
  hide: 'I have saved it',
  secretOf: { key: 'Your key', webhook: 'The webhook’s secret' },
  once: 'This is the only time that we show it. Please save it in the other program, not in an e-mail.',
} as const;

const keyStates: Record<ApiKey['state'], [tag: string, tone: string]> = {
  active: ['Works', 'good'],
  expired: ['Expired', 'warn'],
  revoked: ['Revoked', 'quiet'],
};

export const scopeMessages: Record<ApiScope, { label: string; hint: string }> = {
  'sessions:read': {
    label: 'Timetable',
    hint: 'Classes and camps with times, places, prices and free spots.',
  },
  'orders:read': {
    label: 'Paid orders',
    hint: 'Order numbers, amounts, states and what was bought, without names.',
  },
};

export const keyMessages = {
  create: 'Create a key',
  name: { label: 'Which program will use it?', hint: 'For example “School website”.' },
  days: { label: 'How long should it work?' },
  daysOptions: [
    { value: '30', label: '30 days' },
    { value: '90', label: '90 days' },
    { value: '365', label: 'A year' },
  ],
  send: 'Create key',
  list: 'Keys',
  empty: 'No keys yet. A key that you create appears here, with when it was last used.',
  tag: ({ state }: ApiKey) => keyStates[state][0],
  tone: ({ state }: ApiKey) => keyStates[state][1],
  about: ({ prefix, made_by, created_at, expires_at, last_used_at, state }: ApiKey) =>
    joined(
      `${prefix}…`,
      `created ${formatMoment(created_at)}${made_by === null ? '' : ` by ${made_by}`}`,
      state !== 'revoked' && `${state === 'active' ? 'works until' : 'ended'} ${formatMoment(expires_at)}`,
      last_used_at === null ? 'never used' : `last used ${formatMoment(last_used_at)}`,
    ),
  revoke: 'Revoke',
  revokeOf: ({ name }: ApiKey) => `Revoke the key of ${name}`,
  revokeMeans: ({ name }: ApiKey) =>
    `${name} will stop reading at once. This can’t be undone, but you can create another key.`,
  revokeYes: 'Revoke key',
  revokeNo: 'Keep key',
} as const;

const webhookStates: Record<Webhook['state'], [tag: string, tone: string]> = {
  active: ['On', 'good'],
  failing: ['Last delivery failed', 'warn'],
  off: ['Off', 'quiet'],
  stopped: ['Off: nothing was accepted for three days', 'bad'],
  gone: ['Off: the receiver said that this address no longer exists', 'bad'],
};

export const eventMessages: Record<WebhookType | 'test', string> = {
  'order.paid': 'An order is paid',
  'order.line_cancelled': 'Part of an order is cancelled',
  'session.cancelled': 'A class is cancelled',
  'camp.cancelled': 'A camp is cancelled',
  'camp.full': 'A camp is sold out',
  test: 'Test',
};

const deliveryStates: Record<WebhookDelivery['state'], [tag: string, tone: string]> = {
  waiting: ['Waiting', 'warn'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
};

export const webhookMessages = {
  create: 'Add a webhook',
  url: { label: 'Address of the other program', hint: 'It begins with https:// and is public.' },
  urlForm: 'Please enter a public address that begins with https:// and has no port.',
  types: 'What we should send',
  send: 'Add webhook',
  list: 'Webhooks',
  empty: 'No webhooks yet. An address that you add appears here, with what we have sent to it.',
  tag: ({ state }: Webhook) => webhookStates[state][0],
  tone: ({ state }: Webhook) => webhookStates[state][1],
  about: ({ created_at, made_by, waiting, former_until }: Webhook) =>
    joined(
      `added ${formatMoment(created_at)}${made_by === null ? '' : ` by ${made_by}`}`,
      waiting > 0 && `${plural(waiting, 'event')} waiting`,
      former_until !== null && `the previous secret works until ${formatMoment(former_until)}`,
    ),
  test: 'Send test',
  testOf: ({ url }: Webhook) => `Send test to ${url}`,
  rotate: 'Create new secret',
  rotateOf: ({ url }: Webhook) => `Create new secret for ${url}`,
  rotateMeans: 'The previous secret also works for a day, so that the other program can change over.',
  rotateYes: 'Create secret',
  off: 'Switch off',
  offOf: ({ url }: Webhook) => `Switch off ${url}`,
  on: 'Switch on',
  onOf: ({ url }: Webhook) => `Switch on ${url}`,
  remove: 'Delete',
  removeOf: ({ url }: Webhook) => `Delete ${url}`,
  removeMeans: 'We will send nothing more to this address, and what we have sent will no longer be listed.',
  removeYes: 'Delete webhook',
  no: 'Go back',
  deliveries: 'Latest deliveries',
  noDeliveries: 'Nothing has been sent yet.',
  deliveryTag: ({ state }: WebhookDelivery) => deliveryStates[state][0],
  deliveryTone: ({ state }: WebhookDelivery) => deliveryStates[state][1],
  delivery: ({ type, subject, at }: WebhookDelivery) =>
    joined(eventMessages[type], type !== 'test' && subject, formatMoment(at)),
  deliveryMore: ({ attempts, last_error, next_at, state }: WebhookDelivery) =>
    joined(
      attempts > 0 && plural(attempts, 'attempt'),
      last_error,
      state === 'waiting' && next_at !== null && `next try ${formatMoment(next_at)}`,
    ),
  done: {
    key_created: 'The key is created.',
    key_revoked: 'The key is revoked.',
    webhook_created: 'The webhook is added.',
    rotated: 'The new secret is created.',
    tested: 'A test is on its way. We send it within a minute.',
    switched_on: 'The webhook is on.',
    switched_off: 'The webhook is off.',
    deleted: 'The webhook is deleted.',
  },
} as const;

export const interfaceRefusals: OwnMessages = {
  ...notBusinessAdmin,
  sign_in_again: 'To do this, you must have signed in within the last few minutes.',
  invalid_input: 'This was not accepted. Somebody may have changed it. Please load the page again.',
};
