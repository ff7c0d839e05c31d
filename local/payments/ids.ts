import { randomInt } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id as Stripe writes them: `pi_3Kf…`. Session ids are longer: whoever knows one may pay it. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')}`;
}
