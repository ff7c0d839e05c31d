import type { Knowledge, OfferPart } from '#contract/assistant.ts';
import type { Model } from '#server/model.ts';
import { compose } from '#functions/assistant/compose.ts';
import { createAnswers } from '#features/chat/assistant/answer.ts';
import { costLines } from '#features/chat/assistant/facts/cost.ts';
import { freeLines } from '#features/chat/assistant/facts/free.ts';
import { factId } from '#features/chat/assistant/recognise.ts';
import { buildModelQuestion } from '#features/chat/assistant/model-answer.ts';
import { chosenIds, judged, type Verdict } from './assistant.ts';
import { world } from './assistant-world.ts';
import { parentQuestions } from './parents-ask.ts';
import { inputOf, answerMoves, scriptedModel } from './scripted-model.ts';

const any = { age: null, month: null, days: [], base: null };
const lines: Record<OfferPart, string[]> = {
  offers: [...costLines('camps', world), ...costLines('passes', world), ...costLines('birthdays', world)],
  camps: freeLines('camps', world, any),
  sessions: freeLines('classes', world, any),
};
const currentOffers = (part: OfferPart) => Promise.resolve(lines[part]);

export interface WrittenAnswer extends Verdict {
  /** The model's text that parents would read. Null if the model was not called, or its text was rejected. */
  text: string | null;
  why: string;
  /** Numbers in the model's text that its input does not contain, before our own check. */
  invented: string[];
}

/** Asks a hundred questions like a browser, with the model. Returns what is shown and whether it is right. */
export async function evaluateWith(knowledge: Knowledge, model: Model): Promise<WrittenAnswer[]> {
  const answer = createAnswers(knowledge);
  const verdicts: WrittenAnswer[] = [];
  for (const question of parentQuestions) {
    const plan = answer(question.question);
    const searched = { ...judged(question, chosenIds(plan)), text: null, invented: [] };
    const request = buildModelQuestion(question.question, plan, { ...knowledge, model: true });
    if (!request) {
      verdicts.push({ ...searched, why: 'not asked' });
      continue;
    }
    const passages = request.passages.flatMap((id) =>
      knowledge.passages.filter((passage) => passage.id === id),
    );
    const signal = AbortSignal.timeout(20_000);
    const composed = await compose({ ...request, passages }, { model, currentOffers, signal });
    if (!composed.answer) {
      verdicts.push({ ...searched, why: composed.why });
      continue;
    }
    const { text, passages: used } = composed.answer;
    const facts = plan.parts.flatMap((part) => (part.kind === 'fact' ? [factId(part.fact)] : []));
    const input = JSON.stringify([lines, passages]).replaceAll(',', '');
    const invented = (text.replaceAll(',', '').match(/\d+/g) ?? []).filter(
      (figure) => !input.includes(figure),
    );
    verdicts.push({ ...judged(question, [...facts, ...used]), text, why: '', invented });
  }
  return verdicts;
}

interface ModelInput {
  passages: { id: string; text: string }[];
  current_offers: Partial<Record<OfferPart, string[]>>;
}
const sentence = (text = '') => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;

/** A model that copies its input: a line of the current offers, and a sentence of the first passage. */
export const faithful = () =>
  scriptedModel((request) => {
    const { passages, current_offers: offers } = inputOf(request) as ModelInput;
    const [line = ''] = Object.values(offers).flat();
    const [passage] = passages;
    return answerMoves(`${line} ${sentence(passage?.text)}`.trim(), passage ? [passage.id] : []);
  }).model;

export function inventive(): Model {
  const lies = [
    'It costs S$431.',
    'It begins on 31 Feb.',
    'That is 37 percent less.',
    'Only forty-three places are left.',
  ];
  return scriptedModel((request, round) => {
    const { passages } = inputOf(request) as ModelInput;
    const [passage] = passages;
    return answerMoves(
      `${sentence(passage?.text)} ${lies[round % lies.length]}`,
      passage ? [passage.id] : [],
    );
  }).model;
}
