/**
 * What a PayNow code contains. It has EMVCo's merchant-presented format (SGQR): each field has a tag, a length of two
 * digits and a value. PayNow's account has the tag 26, and a checksum comes last.
 */
interface PaynowRequest {
  uen: string;
  cents: number;
  /** The reference that the parent's bank and ours show. It has at most 25 characters. */
  reference: string;
  merchant: string;
  /** The code cannot be paid after this time. */
  expiresAt: Date;
}

const CHARS_MAX = 25;
const encodeField = (id: string, value: string): string =>
  `${id}${String(value.length).padStart(2, '0')}${value}`;
/** Removes accents from letters, because banks read only plain letters. */
const toAscii = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, CHARS_MAX);

/** Returns the checksum. EMVCo uses CRC-16/CCITT-FALSE, with the polynomial 1021 and the initial value FFFF. */
export function checksumOf(text: string): string {
  let crc = 0xff_ff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = ((crc & 0x80_00) === 0 ? crc << 1 : (crc << 1) ^ 0x10_21) & 0xff_ff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Returns for example `20261129173000`, in Singapore time. */
const stampOf = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().replaceAll(/\D/g, '').slice(0, 14);

export function paynowPayload({ uen, cents, reference, merchant, expiresAt }: PaynowRequest): string {
  const account = [
    encodeField('00', 'SG.PAYNOW'),
    // The value 2 means that the receiver is a company with a UEN.
    encodeField('01', '2'),
    encodeField('02', uen),
    // The value 0 means that the payer cannot change the amount.
    encodeField('03', '0'),
    encodeField('04', stampOf(expiresAt)),
  ].join('');
  const body = [
    encodeField('00', '01'),
    // The value 12 means that the code is for a single payment.
    encodeField('01', '12'),
    encodeField('26', account),
    encodeField('52', '0000'),
    // The number 702 is the currency code of the Singapore dollar.
    encodeField('53', '702'),
    encodeField('54', (cents / 100).toFixed(2)),
    encodeField('58', 'SG'),
    encodeField('59', toAscii(merchant) || uen),
    encodeField('60', 'Singapore'),
    encodeField('62', encodeField('01', toAscii(reference))),
    // The checksum includes its own tag and length.
    '6304',
  ].join('');
  return body + checksumOf(body);
}
