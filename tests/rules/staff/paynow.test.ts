/** Checks the text of a PayNow QR code (decisions "PayNow at the desk"). */
import { describe, expect, test } from 'vitest';
import { checksumOf, paynowPayload } from '#ui/staff/paynow/payload.ts';

/** Reads a payload like a bank: tag, length, value. */
function read(text: string): Record<string, string> {
  const tags: Record<string, string> = {};
  for (let at = 0; at < text.length;) {
    const length = Number(text.slice(at + 2, at + 4));
    const value = text.slice(at + 4, at + 4 + length);
    if (value.length !== length || !/^\d{4}$/.test(text.slice(at, at + 4)))
      throw new Error(`broken at ${at}`);
    tags[text.slice(at, at + 2)] = value;
    at += 4 + length;
  }
  return tags;
}

const request = {
  uen: '202612345D',
  cents: 69_750,
  reference: 'OT-4K7M',
  merchant: 'Otter Trails Pte. Ltd.',
  expiresAt: new Date('2026-11-29T17:30:00+08:00'),
};

describe('the checksum', () => {
  test.each([
    // The check value of CRC-16/CCITT-FALSE.
    ['123456789', '29B1'],
    ['', 'FFFF'],
    // A code of a shop in Singapore, as printed.
    [
      '00020101021126430009SG.PAYNOW010120210T04SS0129D030110502QS51810007SG.SGQR011221073031741D020701.000103066003160402010503279060400000708202107305204000053037025802SG5925LOVING HEART MULTI-SERVIC6009Singapore6304',
      'A177',
    ],
    // EMVCo's example of a merchant-presented code.
    [
      '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304',
      'A13A',
    ],
  ])('is right for %s', (text, checksum) => expect(checksumOf(text)).toBe(checksum));
});

test('the payload names company, amount, reference and end, and can’t be edited', () => {
  const payload = paynowPayload(request);
  const { '26': account = '', '62': more = '', '63': checksum, ...others } = read(payload);
  expect(others).toEqual({
    '00': '01',
    '01': '12',
    '52': '0000',
    '53': '702',
    '54': '697.50',
    '58': 'SG',
    '59': 'Otter Trails Pte. Ltd.',
    '60': 'Singapore',
  });
  expect(read(account)).toEqual({
    '00': 'SG.PAYNOW',
    '01': '2',
    '02': '202612345D',
    '03': '0',
    '04': '20261129173000',
  });
  expect(read(more)).toEqual({ '01': 'OT-4K7M' });
  expect(checksumOf(payload.slice(0, -4))).toBe(checksum);
});

test('the payload is exactly the text that banking apps scan', () => {
  expect(paynowPayload(request)).toBe(
    '00020101021226550009SG.PAYNOW010120210202612345D030100414202611291730005204000053037025406697.505802SG5922Otter Trails Pte. Ltd.6009Singapore62110107OT-4K7M6304C2D2',
  );
});

test.each([
  [5, '0.05'],
  [100, '1.00'],
  [123_456, '1234.56'],
])('the amount of %s cents is %s', (cents, amount) => {
  expect(read(paynowPayload({ ...request, cents }))['54']).toBe(amount);
});

test('a name is shortened and loses its accents, and an end near midnight keeps its Singapore day', () => {
  const tags = read(
    paynowPayload({
      ...request,
      merchant: 'Loutre à Écaille, Société très longue',
      expiresAt: new Date('2026-12-31T16:05:09Z'),
    }),
  );
  expect(tags['59']).toBe('Loutre a Ecaille, Societe');
  expect(read(tags['26'] ?? '')['04']).toBe('20270101000509');
});
