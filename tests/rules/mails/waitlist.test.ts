import { expect, it } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { everyMail } from '#support/every-mail.ts';

const subjectOf = async (template: string, more: object = {}) =>
  (await renderMail(template, { ...everyMail[template]?.[0], ...more }, 'https://otter.test')).subject;

it.each([
  [
    'waitlist_confirm',
    'Please confirm: the waitlist for Red Otter A, Somerset, Sat 28 Nov, 10.30 am',
    'Please confirm: the waitlist',
  ],
  [
    'waitlist_joined',
    'You’re on the waitlist: Zoe, Red Otter A, Somerset, Sat 28 Nov, 10.30 am',
    'You’re on the waitlist',
  ],
  ['waitlist_offer', 'A spot is free: Zoe, Red Otter A, Somerset, Sat 28 Nov, 10.30 am', 'A spot is free'],
  [
    'waitlist_open',
    'Now open to everyone: Zoe, Red Otter A, Somerset, Sat 28 Nov, 10.30 am',
    'Now open to everyone',
  ],
  [
    'waitlist_removed',
    'No longer held: Zoe, Red Otter A, Somerset, Sat 28 Nov, 10.30 am',
    'No longer held: your waitlist',
  ],
  [
    'waitlist_cancelled_by_us',
    'Cancelled: Zoe, Red Otter A, Somerset, Sat 28 Nov, 10.30 am',
    'Cancelled: your waitlist',
  ],
])(
  '%s has a complete subject, with and without child, class, base and day',
  async (template, named, subjectWithoutPlace) => {
    expect(await subjectOf(template)).toBe(named);
    expect(await subjectOf(template, { session: null, camp: null })).toBe(subjectWithoutPlace);
  },
);
