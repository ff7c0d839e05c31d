import { randomInt } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Returns an id in Stripe's format: `pi_3Kf…`. Session ids are longer, because they give access to the payment page.
 */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')}`;
}
