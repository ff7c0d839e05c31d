import * as v from 'valibot';
import { count } from './numbers.ts';

/**
 * What "Ask the Otter" knows: everything published, as `fragments/assistant.json` has it. For browser and functions.
 */

/** What a passage, or a question, is about. */
export const topics = [
  'camps',
  'epic',
  'classes',
  'passes',
  'try-out',
  'birthdays',
  'booking',
  'us',
] as const;
export type Topic = (typeof topics)[number];

export const passageKinds = ['written', 'faq', 'offer', 'place', 'person', 'legal', 'section'] as const;

/** A piece of a page, as it stands there. `href` leads to the very place. */
export const Passage = v.object({
  id: v.string(),
  kind: v.picklist(passageKinds),
  topic: v.picklist(topics),
  /** A question, or what the piece is headed by. */
  title: v.string(),
  text: v.string(),
  href: v.string(),
  /** The page and what on it, for the link: "Holiday camps · Questions". */
  where: v.string(),
  /** Other wordings of the question, that marketing wrote: searched and not shown. */
  asked: v.optional(v.array(v.string())),
});
export type Passage = v.InferOutput<typeof Passage>;

/** A base or a park: what it is called in questions, and where it is. */
const Place = v.object({
  base: v.string(),
  name: v.string(),
  short: v.string(),
  address: v.string(),
});

export const Knowledge = v.object({
  words: v.object({
    heading: v.string(),
    opening: v.string(),
    /** That it is a program. */
    disclosure: v.string(),
    placeholder: v.string(),
    nothing: v.string(),
    person: v.string(),
  }),
  /** Three questions a page; those of '' for all pages without their own. */
  suggestions: v.array(v.object({ page: v.string(), questions: v.array(v.string()) })),
  whatsapp: v.string(),
  /** Whom to call when a child is hurt; without one, the number above. */
  dutyPhone: v.optional(v.string()),
  passages: v.array(Passage),
  places: v.array(Place),
  /** A language model writes answers from the passages (function `assistant`), as of the build. */
  model: v.optional(v.boolean(), false),
  /** How such answers sound. */
  voice: v.optional(v.pipe(v.string(), v.maxLength(400))),
  /** MiniSearch's, of these passages by these ids. */
  index: v.unknown(),
});
export type Knowledge = v.InferOutput<typeof Knowledge>;
export type Place = v.InferOutput<typeof Place>;

const anyCount = v.nullish(count);

/** A row of `offers`, as far as a visitor is told of it: what is sold now, for how much and on which terms. Cents. */
export const OfferNow = v.object({
  id: v.string(),
  kind: v.string(),
  title: v.string(),
  price_cents: v.number(),
  cancellation: v.nullable(v.string()),
  details: v.object({
    tier: v.nullish(v.string()),
    checkout_type: v.nullish(v.string()),
    sessions: anyCount,
    validity_days: anyCount,
    min_age: anyCount,
    max_age: anyCount,
    minutes: anyCount,
    guests: anyCount,
    renews: v.nullish(v.boolean()),
    once_per_child: v.nullish(v.boolean()),
    sibling_rebate: v.nullish(v.object({ cents: v.number() })),
    transport: v.nullish(v.array(v.object({ title: v.string(), price_cents: v.number() }))),
  }),
});
export type OfferNow = v.InferOutput<typeof OfferNow>;

/** What the till can be asked about. */
export const tillParts = ['offers', 'camps', 'sessions'] as const;
export type TillPart = (typeof tillParts)[number];

/** What the function `assistant` is asked: the question, cleaned, with what the search found for it. */
export const ModelQuestion = v.object({
  question: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(200)),
  /** Ids of passages, the best first. */
  passages: v.pipe(v.array(v.pipe(v.string(), v.maxLength(120))), v.maxLength(6)),
  parts: v.pipe(v.array(v.picklist(tillParts)), v.maxLength(tillParts.length)),
});
export type ModelQuestion = v.InferOutput<typeof ModelQuestion>;

/** Its answer in plain sentences, with the ids of the passages that it stands on; null: the search answers. */
export const ModelAnswer = v.object({
  answer: v.nullable(v.object({ text: v.string(), passages: v.array(v.string()) })),
});
