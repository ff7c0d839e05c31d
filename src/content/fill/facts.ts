import { brand } from '#config/brand.ts';
import { fill } from '#domain/fill.ts';
import { whatsappLink } from '#domain/whatsapp.ts';

/**
 * What any text may name, and where chats lead; from the settings, and of a camp's day from the camps, so that a claim
 * stands in one place.
 */
export interface Facts {
  years: number;
  foundingYear: number;
  families: string;
  rating: number;
  childrenPerCoach: number;
  /** When a camp's day begins and ends, as it is read: "8.30 am". */
  dayStart: string;
  dayEnd: string;
  /** Number that chats go to. */
  whatsapp: string;
}

/** A text with the product word and the facts in it. */
export function withFacts(text: string, { whatsapp: _, ...facts }: Facts): string {
  return fill(text, { product: brand.product, ...facts });
}

/** An address: there `{product}` is the short name, as in /try-out-{product}-for-kids. */
export const withSlug = (href: string) => fill(href, { product: brand.slug });

export function chatLink(message: string, facts: Facts): string {
  return whatsappLink(facts.whatsapp, withFacts(message, facts));
}
