import { expect, it } from 'vitest';
import { greeting, plainName } from '#server/mails/greeting.ts';

it.each([
  ['Lim Wei Ming', 'Hi Lim Wei Ming,'],
  ['  Mei Tan ', 'Hi Mei Tan,'],
  ["Siobhán O'Brien-Tan", "Hi Siobhán O'Brien-Tan,"],
  ['J. R. Tan', 'Hi J. R. Tan,'],
  ['Anand s/o Raju', 'Hi Anand s/o Raju,'],
  ['Nur Aisyah binte Muhammad Faiz', 'Hi Nur Aisyah binte Muhammad Faiz,'],
  ['陈美玲', 'Hi 陈美玲,'],
  ['', 'Hello,'],
  [null, 'Hello,'],
])('the mail greets %j with %j, because only the family knows which word is the given name', (name, words) =>
  expect(greeting(name)).toBe(words),
);

it.each([
  'Your refund S$312 is ready: https://evil.example',
  'evil.example',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'see evil。example now',
  'www evil com',
  'claims@evil.example',
  'evil.example/pay',
  'Call 9123 4567',
  'You won SGD 50',
  'You won $5',
  'Only €9 today',
  'Mei\nTan',
  'Mei\u202eTan',
  '<b>Mei</b>',
  'Please read this whole long sentence that somebody wrote to you',
  'a'.repeat(61),
])('the mail greets nobody by a name with an address, a number or an amount: %j', (name) => {
  expect(plainName(name)).toBeNull();
  expect(greeting(name)).toBe('Hello,');
});
