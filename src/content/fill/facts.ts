import { brand } from '../../config/brand.ts';
import { fill } from '../../domain/fill.ts';
import { whatsappLink } from '../../domain/whatsapp.ts';

/** What any text may name, and where chats lead; from the settings, so that a claim stands in one place. */
export interface Facts {
  years: number;
  foundingYear: number;
  families: string;
  rating: number;
  childrenPerCoach: number;
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
