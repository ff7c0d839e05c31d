import { brand } from '#config/brand.ts';
import { fill } from '#domain/fill.ts';
import { whatsappLink } from '#domain/whatsapp.ts';

/** Facts that any text may mention. Each is stored in one place only. */
export interface Facts {
  years: number;
  foundingYear: number;
  families: string;
  rating: number;
  childrenPerCoach: number;
  missions: number;
  fewestMissions: number;
  mostMissions: number;
  /** The start of a camp's day, formatted as "8.30 am". */
  dayStart: string;
  /** The end of a camp's day. */
  dayEnd: string;
  usualStart: string;
  usualEnd: string;
  extraHours: number;
  allAges: string;
  campAges: string;
  sparkAges: string;
  igniteAges: string;
  epicAges: string;
  classAges: string;
  groupSize: string;
  whatsapp: string;
}

/** Fills the product's name and the facts into a text's placeholders. */
export function withFacts(text: string, { whatsapp: _, ...facts }: Facts): string {
  return fill(text, { product: brand.product, ...facts });
}

/**
 * Fills the product into an address. There, `{product}` is the brand's short name, as in /try-out-{product}-for-kids.
 */
export const withSlug = (href: string) => fill(href, { product: brand.slug });

export function chatLink(message: string, facts: Facts): string {
  return whatsappLink(facts.whatsapp, withFacts(message, facts));
}
