import * as v from 'valibot';
import { expect, it } from 'vitest';
import { EMAIL_MAX, emailForm, isEmail, readEmail } from '#contract/contact.ts';
import { Email, Phone } from '#contract/person.ts';
import { birthFault, dateOf, partsOfDate } from '#domain/person.ts';
import { countryOf, inCountry, readPhone, typedIn } from '#domain/phone.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { emails, phones } from '#support/contact-examples.ts';

it.each([
  ['91234567', '+6591234567'],
  ['9123 4567', '+6591234567'],
  ['+65 9123-4567', '+6591234567'],
  ['6591234567', '+6591234567'],
  ['0065 8123 4567', '+6581234567'],
  // Landlines can be called, too.
  ['6123 4567', '+6561234567'],
  ['+44 (20) 7946 0000', '+442079460000'],
  ['00442079460000', '+442079460000'],
  ['+44 (0)20 7946 0000', '+442079460000'],
  ['+44 020 7946 0000', '+442079460000'],
  ['+39 06 698 1234', '+39066981234'],
  ['+1 415 555 2671', '+14155552671'],
  ['+852 5123 4567', '+85251234567'],
  // Phones copy numbers from contacts like this.
  ['\u202a+65 9123 4567\u202c', '+6591234567'],
  ['\u2066+44 (0)20 7946 0000\u2069', '+442079460000'],
  // Numbers from a document or a link have other dashes, a variation selector, a slash, or "tel:".
  ['+65 9123\u20114567', '+6591234567'],
  ['+65 9123\u20134567', '+6591234567'],
  ['+65\ufe0d 9123 4567', '+6591234567'],
  ['+49 171/1234567', '+491711234567'],
  ['tel:+6591234567', '+6591234567'],
  // Keyboards write digits in Chinese, Japanese, Arabic, Persian, Hindi, Tamil and Thai.
  ['９１２３４５６７', '+6591234567'],
  ['＋６５ ９１２３ ４５６７', '+6591234567'],
  ['٩١٢٣٤٥٦٧', '+6591234567'],
  ['۹۱۲۳۴۵۶۷', '+6591234567'],
  ['९१२३४५६७', '+6591234567'],
  ['௯௧௨௩௪௫௬௭', '+6591234567'],
  ['๙๑๒๓๔๕๖๗', '+6591234567'],
])('the phone number %s is read as %s', (typed, e164) => expect(readPhone(typed)).toEqual({ e164 }));

it.each([
  ['', { kind: 'phone_digits', digits: 0 }],
  ['hello', { kind: 'phone_digits', digits: 0 }],
  ['9123 45', { kind: 'phone_digits', digits: 6 }],
  ['9123 45678', { kind: 'phone_digits', digits: 9 }],
  ['+65 1234', { kind: 'phone_digits', digits: 4 }],
  ['12345678', { kind: 'phone_form' }],
  ['91234567 evenings', { kind: 'phone_form' }],
  ['+44 20', { kind: 'phone_abroad', code: '44', digits: 2, least: 9, most: 10 }],
  ['+49 1', { kind: 'phone_abroad', code: '49', digits: 1, least: 6, most: 13 }],
  ['+1 415 555 26711', { kind: 'phone_abroad', code: '1', digits: 11, least: 10, most: 10 }],
  ['+999 1234 5678', { kind: 'phone_form' }],
  ['+44 20 call', { kind: 'phone_form' }],
])('the phone number %j has the error %o', (typed, fault) => expect(readPhone(typed)).toEqual(fault));

it('the error says how many digits a number needs', () => {
  expect(faultMessage({ kind: 'phone_digits', digits: 6 })).toBe(
    'A Singapore number has 8 digits. This one has 6.',
  );
});

it('the error says how many digits a foreign number needs', () => {
  expect(faultMessage({ kind: 'phone_abroad', code: '44', digits: 2, least: 9, most: 10 })).toBe(
    'A +44 number has 9 to 10 digits after +44. This one has 2.',
  );
});

it.each([
  ['9123 4567', 'SG', 'SG'],
  ['+44 7911', 'SG', 'GB'],
  ['0044 7911', 'SG', 'GB'],
  ['0065 9123 4567', 'GB', 'SG'],
  ['+1 604', 'CA', 'CA'],
  ['+1 604', 'SG', 'US'],
  ['', 'GB', 'GB'],
])('%j with %s chosen is a number of %s', (text, chosen, country) =>
  expect(countryOf(text, chosen)).toBe(country),
);

it.each([
  ['07911 123456', 'GB', '+44 7911 123456'],
  ['+44 7911 123456', 'SG', '7911 123456'],
  ['+44 7911 123456', 'FR', '+33 7911 123456'],
  ['06 698 1234', 'IT', '+39 06 698 1234'],
  ['', 'GB', '+44 '],
])('%j changed to %s becomes %j', (text, country, shown) => expect(inCountry(text, country)).toBe(shown));

it.each([
  ['9', 'SG', '9'],
  ['9', 'HK', '+852 9'],
  ['0', 'GB', '0'],
  ['07', 'GB', '+44 7'],
  ['00', 'GB', '00'],
  ['+3', 'GB', '+3'],
  ['', 'GB', ''],
  // The cursor was before the calling code.
  ['1+60 ', 'MY', '+60 1'],
  ['0+60 ', 'MY', '+60 '],
  ['2+60 1', 'MY', '+60 21'],
])('%j typed with %s chosen becomes %j', (text, country, shown) =>
  expect(typedIn(text, country)).toBe(shown),
);

it.each(emails)('%j is an e-mail address: %s', (email, isOne) => {
  expect(emailForm.test(email) && email.length <= EMAIL_MAX).toBe(isOne);
});

it.each([
  [' Mei@Example.com ', 'mei@example.com'],
  ['pat.o’case@example.com', "pat.o'case@example.com"],
  ['\u2068mei@example.com\u2069', 'mei@example.com'],
  ['ｍｅｉ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'mei@example.com'],
])('the typed address %j is read as %s', (typed, email) => {
  expect(readEmail(typed)).toBe(email);
  expect(isEmail(typed)).toBe(true);
  expect(v.parse(Email, typed)).toBe(email);
});

it.each([
  ['１４', '０３', '２０１８'],
  ['१४', '०३', '२०१८'],
])('a birth date may be typed with other digits: %s / %s / %s', (day, month, year) =>
  expect(dateOf({ day, month, year })).toBe('2018-03-14'),
);

it.each(phones)('%j is a stored phone number: %s', (phone, isOne) => {
  expect(v.is(Phone, phone)).toBe(isOne);
  if (isOne) expect(readPhone(phone)).toEqual({ e164: phone });
});

it.each([
  ['2018-05-01', null],
  ['2026-11-22', null],
  ['2026-11-23', 'future_date'],
  ['2008-11-23', null],
  ['2008-11-22', 'not_a_child'],
  ['2018-02-30', 'no_such_date'],
  ['18-05-01', 'no_such_date'],
  ['2018--01', 'missing'],
])('the birth date %s has the error %s', (date, kind) =>
  expect(birthFault(partsOfDate(date), '2026-11-22')).toEqual(kind && { kind }),
);
