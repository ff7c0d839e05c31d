import { expect, it } from 'vitest';
import { renderMail } from '#server/mails/render.ts';

const answer = {
  response_id: 'a0000000-0000-4000-8000-000000000001',
  name: 'Arjun Rao',
  coming: true,
  children: 2,
  adults: 1,
  kind: 'new',
  again: false,
};
const news = {
  host_name: 'Mei Tan',
  title: 'Kai turns eight',
  starts_at: '2026-12-05T07:00:00.000Z',
  place: 'Somerset Skate Park',
  head_count: 10,
  guests: 3,
  health_notes: 0,
  answers: [answer],
};
const render = async (more: object = {}) => {
  const { subject, text } = await renderMail('party_answers', { ...news, ...more }, 'https://otter.test');
  return { subject, text: text.replace(/\s+/g, ' ') };
};

it('the mail says who answered, how many of the planned guests come, when and where', async () => {
  const { subject, text } = await render();
  expect(subject).toBe('Kai turns eight: 3 guests are coming so far');
  for (const words of [
    'Hi Mei Tan',
    'You planned for 10.',
    'Arjun Rao 2 children and 1 adult are coming.',
    'Sat 5 Dec 2026, 3.00 pm',
    'Somerset Skate Park',
    'No allergies have been reported so far.',
  ])
    expect(text).toContain(words);
});

it.each([
  [{ children: 1, adults: 0 }, '1 child is coming.'],
  [{ children: 0, adults: 0 }, 'Will come.'],
  [{ coming: false, children: 0, adults: 0 }, 'Can’t come.'],
  [{ kind: 'changed' }, '2 children and 1 adult are coming. This replaces the earlier answer.'],
  [{ again: true }, 'will not count it until we have checked with them'],
  [{ name: null }, 'A family 2 children'],
])('the mail describes the answer %j: %s', async (change, words) => {
  expect((await render({ answers: [{ ...answer, ...change }] })).text).toContain(words);
});

it.each([
  [1, '1 family has reported an allergy'],
  [2, '2 families have reported an allergy'],
])('the mail mentions %i health notes without details, and a contact', async (health_notes, words) => {
  const { text } = await render({ health_notes });
  expect(text).toContain(words);
  expect(text).toContain('we will tell you what to leave out, but not for whom');
});

it('the mail does not congratulate if no guest comes', async () => {
  expect((await render({ guests: 0 })).subject).toBe('Kai turns eight: No guests are coming so far');
});

it('the mail is refused without its required fields', () =>
  expect(renderMail('party_answers', { host_name: 'Mei' }, 'https://otter.test')).rejects.toThrow());

const partyMail = {
  title: news.title,
  starts_at: news.starts_at,
  ends_at: '2026-12-05T09:00:00.000Z',
  place: news.place,
  response_id: answer.response_id,
  coming: true,
  children: 2,
  adults: 1,
  updated_at: news.starts_at,
  secret: 'PARTY2345PARTY2345AB',
  token: answer.response_id,
};
it.each([
  ['reminder', 'See you soon: Kai turns eight', true],
  ['moved', 'New time or place: Kai turns eight', true],
  ['cancelled', 'Cancelled: Kai turns eight', false],
  ['back', 'On again: Kai turns eight', true],
])('a guest who comes gets the mail “%s”', async (kind, subject, isOn) => {
  const mail = await renderMail('party_notice', { ...partyMail, kind }, 'https://otter.test');
  expect(mail.subject).toBe(subject);
  expect(mail.text.includes(partyMail.token)).toBe(isOn);
  expect(mail.attachments).toHaveLength(1);
});

it('a cancelled party cancels the calendar entry from the copy of the answer', async () => {
  const fileOf = async (template: string, more: object = {}) => {
    const mail = await renderMail(template, { ...partyMail, ...more }, 'https://otter.test');
    return mail.attachments[0]?.content.split('\r\n') ?? [];
  };
  const uid = `UID:${partyMail.response_id}@otter.test`;
  const copy = await fileOf('rsvp_copy');
  expect(copy).toContain(uid);
  expect(copy).toContain('STATUS:CONFIRMED');
  const off = await fileOf('party_notice', { kind: 'cancelled', updated_at: '2026-12-01T01:00:00.000Z' });
  for (const row of [
    uid,
    'STATUS:CANCELLED',
    'SUMMARY:Cancelled: Kai turns eight',
    'DTSTAMP:20261201T010000Z',
  ])
    expect(off).toContain(row);
  expect(off).not.toContain('BEGIN:VALARM');
  const restoredFile = await fileOf('party_notice', { kind: 'back' });
  expect(restoredFile).toContain(uid);
  expect(restoredFile).toContain('STATUS:CONFIRMED');
});

it('a host gets the link for guests, and no guest’s name', async () => {
  const mail = await renderMail(
    'party_reminder',
    { ...news, answers: 1, secret: partyMail.secret },
    'https://otter.test',
  );
  expect(mail.text).toContain(`https://otter.test/birthday-rsvp?party=${partyMail.secret}`);
  expect(mail.text.replace(/\s+/g, ' ')).toContain('1 family has answered your invitation');
  expect(mail.text).not.toContain('Arjun');
});
