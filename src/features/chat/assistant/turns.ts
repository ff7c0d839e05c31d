import * as v from 'valibot';

const Link = v.object({ where: v.string(), href: v.string() });

const AnswerPart = v.variant('kind', [
  v.object({ kind: v.literal('fact'), lines: v.array(v.string()), ...Link.entries }),
  v.object({ kind: v.literal('composed'), text: v.string(), sources: v.array(Link) }),
  v.object({ kind: v.picklist(['quote', 'written']), title: v.string(), text: v.string(), ...Link.entries }),
]);
export type AnswerPart = v.InferOutput<typeof AnswerPart>;

const DisplayedAnswer = v.object({
  /** The note comes first. It says why our staff should answer, or that live data are missing. */
  note: v.string(),
  parts: v.array(AnswerPart),
  more: v.array(Link),
  nextStep: v.nullable(v.object({ label: v.string(), href: v.string() })),
  /** True if somebody is hurt. The page then shows only the emergency numbers. */
  danger: v.optional(v.boolean()),
});
export type DisplayedAnswer = v.InferOutput<typeof DisplayedAnswer>;

const Turn = v.object({
  id: v.number(),
  question: v.string(),
  state: v.picklist(['thinking', 'answered', 'failed']),
  shown: v.nullable(DisplayedAnswer),
  secret: v.optional(v.boolean()),
});
export type Turn = v.InferOutput<typeof Turn>;
export const Turns = v.array(Turn);
