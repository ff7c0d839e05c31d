import * as v from 'valibot';
import { count } from './numbers.ts';
import { TierId } from './tiers.ts';

/** What a question or a passage can be about. A tier that has its own page is a topic. `us` is the company. */
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

/** The tiers that have a page. All other tiers belong to the topic `camps`. */
export const tierTopics: readonly Topic[] = ['epic'];
/** The topic of a tier's page, or `camps`. */
export const topicOfTier = (tier: TierId): Topic => tierTopics.find((topic) => topic === tier) ?? 'camps';

/**
 * Where a passage comes from. `written` is an answer that staff wrote to one question. `section` is a part of a page.
 */
export const passageKinds = ['written', 'faq', 'offer', 'place', 'person', 'legal', 'section'] as const;

/**
 * A text of the site that the assistant can quote. `href` is the address of its page, and `where` is that page's name.
 */
export const Passage = v.object({
  id: v.string(),
  kind: v.picklist(passageKinds),
  topic: v.picklist(topics),
  title: v.string(),
  text: v.string(),
  href: v.string(),
  where: v.string(),
  /** Other wordings of the question, written by marketing. They are searched but not shown. */
  searchPhrases: v.optional(v.array(v.string())),
});
export type Passage = v.InferOutput<typeof Passage>;

const KnownLocation = v.object({
  base: v.string(),
  name: v.string(),
  short: v.string(),
  address: v.string(),
});

/** A tier of camps, with the words by which parents name it. */
const KnownTier = v.object({ id: TierId, name: v.string(), days: count });
export type KnownTier = v.InferOutput<typeof KnownTier>;

/** What the assistant reads once: the site's passages, its search index and the sentences that it uses itself. */
export const Knowledge = v.object({
  words: v.object({
    heading: v.string(),
    opening: v.string(),
    disclosure: v.string(),
    placeholder: v.string(),
    /** What the assistant says if it found nothing. */
    nothing: v.string(),
    /** What the assistant says before it shows contacts of staff. */
    person: v.string(),
  }),
  /** Questions that are suggested on a page. `page` is its path. */
  suggestions: v.array(v.object({ page: v.string(), questions: v.array(v.string()) })),
  whatsapp: v.string(),
  dutyPhone: v.optional(v.string()),
  passages: v.array(Passage),
  places: v.array(KnownLocation),
  /** A browser may have stored the answers of a build that had no tiers. */
  tiers: v.optional(v.array(KnownTier), []),
  /** True if a language model writes answers. */
  model: v.optional(v.boolean(), false),
  /** How the model should sound, in marketing's words. */
  voice: v.optional(v.pipe(v.string(), v.maxLength(400))),
  /** The serialised index of the search library. */
  index: v.unknown(),
});
export type Knowledge = v.InferOutput<typeof Knowledge>;
export type KnownLocation = v.InferOutput<typeof KnownLocation>;

const anyCount = v.nullish(count);

/** The public columns of a row of `offers`: what is sold now, at which price and terms. Money is in cents. */
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

/** The kinds of live data that an answer may need. */
export const offerParts = ['offers', 'camps', 'sessions'] as const;
export type OfferPart = (typeof offerParts)[number];

/** A question to the model, with the ids of passages and the live data that it may use. */
export const ModelQuestion = v.object({
  question: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(200)),
  passages: v.pipe(v.array(v.pipe(v.string(), v.maxLength(120))), v.maxLength(6)),
  parts: v.pipe(v.array(v.picklist(offerParts)), v.maxLength(offerParts.length)),
});
export type ModelQuestion = v.InferOutput<typeof ModelQuestion>;

/**
 * The model's answer in plain sentences with the ids of its sources. If it is null, the search result is shown
 * instead.
 */
export const ModelAnswer = v.object({
  answer: v.nullable(v.object({ text: v.string(), passages: v.array(v.string()) })),
});
