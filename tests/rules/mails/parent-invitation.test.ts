import { expect, test } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { everyMail } from '#support/every-mail.ts';

test('an invitation names who sent it, in words that fit parents who live apart', async () => {
  const { subject, text } = await renderMail(
    'parent_invitation',
    everyMail.parent_invitation?.[0],
    'https://otter.test',
  );
  expect(text).toContain('Mei Tan');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('if you live apart');
  expect(`${subject} ${text}`).not.toMatch(/one family/i);
});
