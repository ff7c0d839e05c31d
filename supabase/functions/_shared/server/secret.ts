import { RefusalError } from './refusal.ts';

export async function requireBearer(request: Request, secret: string): Promise<void> {
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  if (!(await sameSecret(token, secret))) throw new RefusalError({ code: 'unauthorized' });
}

/** Compares digests in constant time, so that the timing reveals neither the length nor the first wrong character. */
export async function sameSecret(given: string, expected: string): Promise<boolean> {
  const [a, b] = await Promise.all([digest(given), digest(expected)]);
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
