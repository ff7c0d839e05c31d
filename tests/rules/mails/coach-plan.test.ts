/**
 * The e-mail to a coach whose plan changed names day, hour, class or camp, and base. If there are many changes, it
 * lists a few and their number.
 */
import { describe, expect, it } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { everyMail } from '#support/every-mail.ts';

const [added, removed, mixed, many] = everyMail['coach_plan'] ?? [];
async function read(payload: unknown) {
  const { subject, text } = await renderMail('coach_plan', payload, 'https://otter.test');
  return { subject, text: text.replaceAll(/\s+/g, ' ') };
}

describe('the mail about a change of a coach’s plan', () => {
  it('says what the coach takes on: day, hour, class and base', async () => {
    const { subject, text } = await read(added);
    expect(subject).toBe('You coach Red Otter A, Sat 5 Dec');
    for (const fact of ['Sat 5 Dec 2026', '9.30 am to 10.30 am', 'Red Otter A', 'East Coast Park'])
      expect(text).toContain(fact);
  });

  it('says which camp the coach no longer has, with its days', async () => {
    const { subject, text } = await read(removed);
    expect(subject).toBe('You no longer coach Spark Camp, Mon 7 Dec');
    expect(text).toContain('Mon 7 – Wed 9 Dec 2026 8.30 am to 5.00 pm each day Spark Camp Orchard Central');
  });

  it('says where and when a class was before it moved', async () => {
    const { subject, text } = await read(mixed);
    expect(subject).toBe('Your plan has changed: 1 session and 1 camp');
    expect(text).toContain('Before: Sat 5 Dec 2026, 8.00 am to 9.00 am, Red Otter A, Bishan');
  });

  it('lists a few of many changes, the first ones first, and says how many there are', async () => {
    const { subject, text } = await read(many);
    expect(subject).toBe('Your plan has changed: 91 sessions and 1 camp');
    expect(text.match(/East Coast Park/g)).toHaveLength(6);
    expect(text).toMatch(/9\.00 am to 10\.00 am.*2\.00 pm to 3\.00 pm/);
    expect(text).toContain('And 86 more.');
  });
});
