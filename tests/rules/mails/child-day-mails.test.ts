/** E-mails to parents about a hand-over, first aid or missing details say nothing about health. */
import { expect, it } from 'vitest';
import { renderMail } from '#server/mails/render.ts';

const about = {
  parent_name: 'Mei Tan',
  child_name: 'Kai',
  day: '2026-11-28',
  title: 'Spark Camp',
  location: 'Bishan',
};
const handOver = {
  ...about,
  kind: 'other_person',
  at: '2026-11-28T10:31:00.000Z',
  person: 'Ann Lim',
  id_checked: true,
  parent_called: false,
  concerns: [],
  reason: null,
  staff: 'Coach Otter',
};
const mail = (template: string, payload: object) => renderMail(template, payload, 'https://otter.test');

it('a mail about first aid names child, place and day, links to the family’s page, and says nothing medical', async () => {
  const { subject, text } = await mail('first_aid', { ...about, parent_informed: false });
  expect(subject).toBe('Otter Trails: please read about Kai’s day');
  expect(text).toContain('something happened to Kai at Spark Camp, Bishan, on Sat 28 Nov 2026');
  expect(text).toContain('https://otter.test/family-base#first-aid');
  expect(text).toContain('We will also try to reach you by phone.');
  expect((await mail('first_aid', { ...about, parent_informed: true })).text).toContain(
    'has already told one of you',
  );
});

it('a mail that requests details names child, place and day, and its link only opens the question', async () => {
  const { subject, text } = await mail('details_requested', { ...about, manage_token: 'abc123' });
  expect(subject).toBe('Otter Trails: what should we know about Kai?');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Kai is expected at Spark Camp, Bishan, on Sat 28 Nov 2026');
  expect(text).toContain('https://otter.test/manage-booking?access=abc123');
  // A spot that was not sold has no order, so the link leads to the family's page, which asks to sign in.
  expect((await mail('details_requested', about)).text).toContain('https://otter.test/family-base');
});

it('a mail about a hand-over says who collected the child, what was checked, and what to do', async () => {
  const { subject, text } = await mail('hand_over', handOver);
  expect(subject).toBe('Otter Trails: Kai was collected by somebody who is not on your list');
  expect(text).toContain('Kai left with Ann Lim at 6.31 pm.');
  expect(text).toContain('We couldn’t reach a parent by phone; we saw a photo ID.');
});

it('a link that was typed as a name is not shown', async () => {
  const { text } = await mail('hand_over', { ...handOver, person: 'pay at evil.example now' });
  expect(text).toContain('Kai left with another person at 6.31 pm.');
  expect(text).not.toContain('evil.example');
});

it.each([
  [['no_consent'], 'We have no permission from you on record.'],
  [['too_young'], 'Kai is under the age that we allow.'],
  [
    ['too_young', 'no_consent'],
    'We have no permission from you on record, and Kai is under the age that we allow.',
  ],
])('a mail says why a child should not have left alone: %j', async (concerns, why) => {
  const { text } = await mail('hand_over', { ...handOver, kind: 'alone', person: null, concerns });
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`Kai left on their own at 6.31 pm. ${why} `);
});

it.each([
  ['blocked_person', 'your list of people who must never collect'],
  ['not_handed_over', 'Ann Lim came for Kai at 6.31 pm, and we did not let Kai go.'],
  ['taken_back', 'That entry was a mistake, and a coach has withdrawn it'],
])('the kind of hand-over “%s” has its own sentence', async (kind, words) => {
  const { text } = await mail('hand_over', { ...handOver, kind });
  expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
});
