/** Asks the chat assistant a hundred questions of parents and counts its right answers, with any model. */
import type { Knowledge, OfferPart } from '#contract/assistant.ts';
import type { Model } from '#server/model.ts';
import { compose } from '#functions/assistant/compose.ts';
import { createAnswers } from '#features/chat/assistant/answer.ts';
import { costLines } from '#features/chat/assistant/facts/cost.ts';
import { freeLines } from '#features/chat/assistant/facts/free-spots.ts';
import { factId } from '#features/chat/assistant/recognise.ts';
import { buildModelQuestion } from '#features/chat/assistant/model-answer.ts';
import { chosenIds, judgeAnswer, type Verdict } from './assistant.ts';
import { world } from './assistant-world.ts';
import { parentQuestions } from './parent-questions.ts';
import { inputOf, answerMoves, scriptedModel } from './scripted-model.ts';

const noFilter = { age: null, month: null, days: [], base: null };
const offerLines: Record<OfferPart, string[]> = {
  offers: [...costLines('camps', world), ...costLines('passes', world), ...costLines('birthdays', world)],
  camps: freeLines('camps', world, noFilter),
  sessions: freeLines('classes', world, noFilter),
};
const currentOffers = (part: OfferPart) => Promise.resolve(offerLines[part]);

export interface WrittenAnswer extends Verdict {
  /** The model's text that parents would read. Null if the model was not called, or its text was rejected. */
  text: string | null;
  why: string;
  /** Numbers in the model's text that its input does not contain. Our own check for them has not run yet. */
  invented: string[];
}

/**
 * Asks a hundred questions as the browser does, with this model. Returns the answers that parents would see and whether
 * each is right.
 */
export async function evaluateWithModel(knowledge: Knowledge, model: Model): Promise<WrittenAnswer[]> {
  const answer = createAnswers(knowledge);
  const verdicts: WrittenAnswer[] = [];
  for (const question of parentQuestions) {
    const plan = answer(question.question);
    const searchVerdict = { ...judgeAnswer(question, chosenIds(plan)), text: null, invented: [] };
    const request = buildModelQuestion(question.question, plan, { ...knowledge, model: true });
    if (!request) {
      verdicts.push({ ...searchVerdict, why: 'not asked' });
      continue;
    }
    const passages = request.passages.flatMap((id) =>
      knowledge.passages.filter((passage) => passage.id === id),
    );
    const signal = AbortSignal.timeout(20_000);
    const composed = await compose({ ...request, passages }, { model, currentOffers, signal });
    if (!composed.answer) {
      verdicts.push({ ...searchVerdict, why: composed.why });
      continue;
    }
    const { text, passages: used } = composed.answer;
    const facts = plan.parts.flatMap((part) => (part.kind === 'fact' ? [factId(part.fact)] : []));
    const input = JSON.stringify([offerLines, passages]).replaceAll(',', '');
    const invented = (text.replaceAll(',', '').match(/\d+/g) ?? []).filter(
      (figure) => !input.includes(figure),
    );
    verdicts.push({ ...judgeAnswer(question, [...facts, ...used]), text, why: '', invented });
  }
  return verdicts;
}

interface ModelInput {
  passages: { id: string; text: string }[];
  current_offers: Partial<Record<OfferPart, string[]>>;
}
const sentence = (text = '') => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;

/** A model that copies its input: a line of the current offers, and a sentence of the first passage. */
export const copyingModel = () =>
  scriptedModel((request) => {
    const { passages, current_offers: offers } = inputOf(request) as ModelInput;
    const [line = ''] = Object.values(offers).flat();
    const [passage] = passages;
    return answerMoves(`${line} ${sentence(passage?.text)}`.trim(), passage ? [passage.id] : []);
  }).model;

/** A model that adds an invented price, date, percentage or number of places to a true sentence. */
export function lyingModel(): Model {
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
