import { expect, test } from 'vitest';
import { redact } from '#features/chat/assistant/redact.ts';

test.each([
  ['call me at +65 9123 4567 please', 'call me at [hidden] please'],
  ['mail mei.tan@example.com.sg', 'mail [hidden]'],
  ['NRIC S1234567D ok?', 'NRIC [hidden] ok?'],
  ['can Ethan Tan born 3 May 2018 join', 'can [hidden] born [hidden] join'],
  ['Mei Ling (03/05/2018) which team', '[hidden] ([hidden]) which team'],
  ['can ethan tan born 3 may 2018 join', 'can [hidden] born [hidden] join'],
  ['my son Ethan is 8', 'my son [hidden] is 8'],
  ['her name is Mei Ling', 'her name is [hidden]'],
  ['I’m Mrs Tan, any slot?', 'I’m Mrs [hidden], any slot?'],
  ['my mail is mei at example dot com', 'my mail is [hidden]'],
  ['passport K1234567A ok?', 'passport [hidden] ok?'],
  ['bus from postal code 238863', 'bus from [hidden]'],
  ['can she join, 2018-05-03', 'can she join, [hidden]'],
  ['do you fetch from Blk 123 #04-56', 'do you fetch from [hidden]'],
])('the redaction changes “%s”', (question, redacted) => expect(redact(question)).toBe(redacted));

test.each([
  'How much is Spark Camp?',
  'Camps from 7 Dec to 9 Dec?',
  'my 8 year old, which team',
  'is 13 too old for EPIC',
  'S$549 or S$1,290?',
  `is 7 Dec ${new Date().getFullYear()} free`,
  `is 7/12/${new Date().getFullYear() + 1} free`,
])('the redaction does not change “%s”', (question) => expect(redact(question)).toBe(question));

test('the redaction cuts off a long question', () => expect(redact('how '.repeat(200))).toHaveLength(200));
