export async function hmac(
  hash: 'SHA-1' | 'SHA-256',
  secret: string | Uint8Array<ArrayBuffer>,
  text: string,
): Promise<Uint8Array> {
  const bytes = new TextEncoder();
  const secretBytes = typeof secret === 'string' ? bytes.encode(secret) : secret;
  const key = await crypto.subtle.importKey('raw', secretBytes, { name: 'HMAC', hash }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text)));
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
