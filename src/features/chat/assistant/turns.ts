import * as v from 'valibot';

/* Contains only the visitor's questions and texts of the pages. */

/** A link to the source of an answer; `where` is its text, such as "Holiday camps · Questions". */
const Link = v.object({ where: v.string(), href: v.string() });

const AnswerPart = v.variant('kind', [
  v.object({ kind: v.literal('fact'), lines: v.array(v.string()), ...Link.entries }),
  /** Written by a language model from these sources. */
  v.object({ kind: v.literal('composed'), text: v.string(), sources: v.array(Link) }),
  v.object({ kind: v.picklist(['quote', 'written']), title: v.string(), text: v.string(), ...Link.entries }),
]);
export type AnswerPart = v.InferOutput<typeof AnswerPart>;

const DisplayedAnswer = v.object({
  /** Shown first: why a person should answer, or that live data are not available. */
  note: v.string(),
  parts: v.array(AnswerPart),
  more: v.array(Link),
  nextStep: v.nullable(v.object({ label: v.string(), href: v.string() })),
  /** Somebody is hurt: shows the emergency numbers and nothing else. */
  danger: v.optional(v.boolean()),
});
export type DisplayedAnswer = v.InferOutput<typeof DisplayedAnswer>;

const Turn = v.object({
  id: v.number(),
  question: v.string(),
  state: v.picklist(['thinking', 'answered', 'failed']),
  shown: v.nullable(DisplayedAnswer),
  /** About a child's health, so it is never saved. */
  secret: v.optional(v.boolean()),
});
export type Turn = v.InferOutput<typeof Turn>;
export const Turns = v.array(Turn);
