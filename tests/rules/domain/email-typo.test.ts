import { describe, expect, it } from 'vitest';
import { fixEmailTypo } from '#domain/email-typo.ts';

describe('the form suggests a correction for a misspelt address', () => {
  it.each([
    ['li@gmial.con', 'li@gmail.com'],
    ['li@gmail.co', 'li@gmail.com'],
    ['li@GMAIL.CON', 'li@gmail.com'],
    ['li.hua+kids@gamil.com', 'li.hua+kids@gmail.com'],
    ['li@hotmial.com', 'li@hotmail.com'],
    ['li@yaho.com.sg', 'li@yahoo.com.sg'],
    ['li@outlok.com', 'li@outlook.com'],
    ['li@iclould.com', 'li@icloud.com'],
    ['li@signet.com.sg', 'li@singnet.com.sg'],
  ])('%s → %s', (typed, meant) => expect(fixEmailTypo(typed)).toBe(meant));
});

describe('the form suggests no correction for an address that may be right', () => {
  it.each([
    ...['li@gmail.com', 'li@yahoo.com.sg', 'li@ymail.com', 'li@mail.com', 'li@live.com.sg', 'li@me.com'],
    ...[
      'li@company.com.sg',
      'li@nus.edu.sg',
      'li@moe.gov.sg',
      'li@gmail',
      'li',
      '',
      '@gmial.con',
      'a@b@gmial.con',
    ],
  ])('%s', (typed) => expect(fixEmailTypo(typed)).toBeNull());
});
