import { describe, expect, it } from 'vitest';
import { redact } from '#features/watch/redact.ts';

describe('personal data are removed from a report', () => {
  it.each([
    ['mail to mei.tan+kids@example.com.sg failed', /mei|example/],
    ['mail%40example.com', /mail%40/],
    ['call +65 9123 4567 now', /9123|4567/],
    ['call (02) 9123-4567', /9123/],
    ['NRIC S1234567D is not known', /S1234567D/i],
    ['born 2019-04-12 or 12/04/2019', /2019|12\/04/],
    ['card 4242 4242 4242 4242', /4242/],
    ['at /checkout?order=10000000-0000-4000-8000-000000000001', /10000000/],
    ['at /auth#email=mei@example.com', /mei/],
    ['order 10000000-0000-4000-8000-000000000001 is closed', /10000000/],
    ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', /eyJ|c2ln/],
    ['key sk_live_abcdef123456', /abcdef/],
    ['{"name":"Mei Tan","dob":"2019-04-12","allergies":"nuts"}', /Mei|2019|nuts/],
    [`first_name: 'Mei', child: "Kai"`, /Mei|Kai/],
    ['child: Mei Tan, 7', /Mei/],
    ['allergies = peanuts and eggs', /peanut|eggs/],
    ['password=hunter2secret', /hunter/],
    ['medical_conditions: asthma', /asthma/],
    ['otp: 493021', /493021/],
    ['GET https://site.test/manage/mei@example.com/passes failed', /mei|example/],
    ['GET /find?name=Mei%20Tan&dob=2018-05-01 failed', /Mei|Tan|2018/],
    ['nobody has S 1234567 D or t0123456j', /1234567|0123456/],
    ['call 9123 4567, (65) 9123-4567 or 6591234567', /9123|4567/],
    ['no such customer: cus_NffrFeUfNV2Hib', /Nffr/],
    ['card pm_1MoBy5LkdIwHu7ixZhnattbh of sub_1MowQVLkdIwHu7ix was declined', /MoBy|MowQ/],
    ['charge ch_3MmlLrLkdIwHu7ix0snN0B15, intent pi_3MtwBwLkdIwHu7ix28a3tqPa', /Mml|Mtw/],
    ['page cs_test_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2znZKdVujZ0N0S22u is over', /a11YY/],
    ['event evt_1NG8Du2eZvKYlo2CUI79vXWy, whsec_abcdef123456', /NG8D|abcdef/],
  ])('from the text “%s”', (text, secret) => {
    expect(redact(text, 500)).not.toMatch(secret);
  });
});

describe('a report keeps the text that identifies an error', () => {
  it.each([
    "TypeError: Cannot read properties of undefined (reading 'length')",
    'SyntaxError: Unexpected end of JSON input',
    'AuthSessionMissingError: Auth session missing!',
    'TypeError: Failed to fetch dynamically imported module',
    'Checkout: the payment could not be created',
    'at load (https://site.test/_astro/BookingFlow.Ab1_cD2e.js:1:2345)',
    'load@https://site.test/_astro/page.js:12:34',
    'in_progress is no state of sub_title',
  ])('as in “%s”', (text) => {
    expect(redact(text, 500)).toBe(text);
  });
});

it('the redaction cuts off a long text without reading all of it', () => {
  expect(redact('x '.repeat(300), 500)).toHaveLength(500);
  const began = performance.now();
  for (let n = 0; n < 50; n++) redact('1 '.repeat(100_000), 4_000);
  expect(performance.now() - began).toBeLessThan(2_000);
});
