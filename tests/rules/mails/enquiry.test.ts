import { describe, expect, it } from 'vitest';
import { renderMail } from '#server/mails/render.ts';

const birthdayEnquiry = {
  parent_name: 'Mei Tan',
  preferred_date: '2026-12-12',
  guests: 12,
  party: 'Skate Party',
};
const staffEnquiry = {
  ...birthdayEnquiry,
  email: 'mei@example.test',
  phone: '+6591234567',
  has_message: true,
};
const render = async (template: string, payload: object) => {
  const { subject, text } = await renderMail(template, payload, 'https://otter.test');
  return { subject, text: text.replace(/\s+/g, ' ') };
};

describe('the mail to the family', () => {
  it('says that the enquiry arrived, what was wished for, and that nothing is booked', async () => {
    const { subject, text } = await render('birthday_enquiry', birthdayEnquiry);
    expect(subject).toBe('Your birthday enquiry has arrived');
    for (const words of [
      'Hi Mei Tan',
      'Sat 12 Dec 2026',
      'Skate Party',
      'About 12 children',
      'Nothing is booked or charged yet.',
    ])
      expect(text).toContain(words);
  });

  it.each([
    [{ guests: 1 }, 'About 1 child'],
    [{ preferred_date: null, guests: null, party: null }, 'write back to you. Nothing is booked'],
  ])('with %j contains: %s', async (change, words) => {
    expect((await render('birthday_enquiry', { ...birthdayEnquiry, ...change })).text).toContain(words);
  });
});

describe('the mail to the team', () => {
  it('says who requests what, with their contact details', async () => {
    const { subject, text } = await render('birthday_enquiry_notice', staffEnquiry);
    expect(subject).toBe('Birthday enquiry: Mei Tan, Sat 12 Dec 2026');
    for (const words of ['Skate Party', 'mei@example.test', '+65 9123 4567', 'They also left a message'])
      expect(text).toContain(words);
  });

  it('works without a day, a number or a message', async () => {
    const shortEnquiry = { ...staffEnquiry, preferred_date: null, phone: null, has_message: false };
    const { subject, text } = await render('birthday_enquiry_notice', shortEnquiry);
    expect(subject).toBe('Birthday enquiry: Mei Tan, no day yet');
    expect(text).not.toContain('They also left a message');
  });
});

it.each(['birthday_enquiry', 'birthday_enquiry_notice'])(
  '%s is refused without its required fields',
  (template) => expect(renderMail(template, { parent_name: 'Mei' }, 'https://otter.test')).rejects.toThrow(),
);
