/**
 * Asks the chat assistant's search, without a model, a hundred questions of parents and counts its right answers.
 */
import { importSeed } from '#local/lake/import.ts';
import { startLake } from '#local/lake/server.ts';
import type { Knowledge } from '#contract/assistant.ts';
import { getKnowledge } from '#content/assistant/knowledge.ts';
import { createAnswers, type Plan } from '#features/chat/assistant/answer.ts';
import { factId } from '#features/chat/assistant/recognise.ts';
import { offersOfLake, serveOffers } from './offers-double.ts';
import { dataset, projectId, makeTemporaryFolder, writeToken } from './lake.ts';
import { parentQuestions, type ParentQuestion } from './parent-questions.ts';

/** Returns the assistant's knowledge in a new installation, as a build writes the file and a browser reads it. */
export async function seedKnowledge(): Promise<Knowledge> {
  const { dir, remove } = makeTemporaryFolder('assistant-');
  const lake = await startLake({ port: 0, dir, projectId, dataset, writeToken });
  let checkout: { stop: () => void } | undefined;
  try {
    await importSeed(lake.url, { projectId, dataset, token: writeToken });
    const content = { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset, SANITY_API_HOST: lake.url };
    Object.assign(process.env, content);
    checkout = await serveOffers(() => offersOfLake(content));
    const knowledge = await getKnowledge(() => undefined);
    if (!knowledge) throw new Error('The assistant is switched off in the seed.');
    return JSON.parse(JSON.stringify(knowledge)) as Knowledge;
  } finally {
    checkout?.stop();
    await lake.stop();
    remove();
  }
}

export interface Verdict {
  question: ParentQuestion;
  /** Ids of the answers, best first. */
  given: string[];
  right: boolean;
  /** True if the best answer is a fact about offers that the question did not ask for. */
  hasWrongFact: boolean;
}

/** Answers a hundred questions and judges for each whether the best answer is right. */
export function evaluate(knowledge: Knowledge): Verdict[] {
  const answer = createAnswers(knowledge);
  return parentQuestions.map((question) => judgeAnswer(question, chosenIds(answer(question.question))));
}

export const chosenIds = ({ parts, person }: Plan): string[] =>
  person ? ['person'] : parts.map((part) => (part.kind === 'fact' ? factId(part.fact) : part.passage.id));

export function judgeAnswer(question: ParentQuestion, given: string[]): Verdict {
  const wanted = question.all ?? [question.right ?? []];
  const right = question.all
    ? question.all.every((one) => one.some((id) => given.includes(id)))
    : (question.right ?? []).includes(given[0] ?? '');
  const facts = given.filter((id) => id.includes(':'));
  return { question, given, right, hasWrongFact: facts.some((id) => !wanted.flat().includes(id)) };
}
