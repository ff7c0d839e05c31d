import { importSeed } from '#local/lake/import.ts';
import { startLake } from '#local/lake/server.ts';
import type { Knowledge } from '#contract/assistant.ts';
import { getKnowledge } from '#content/assistant/knowledge.ts';
import { createAnswers, type Plan } from '#features/chat/assistant/answer.ts';
import { factId } from '#features/chat/assistant/recognise.ts';
import { dataset, projectId, temporaryFolder, writeToken } from './lake.ts';
import { parentsAsk, type Asked } from './parents-ask.ts';

/** What the assistant knows in a fresh installation: the file, as a build writes it and a browser reads it. */
export async function seedKnowledge(): Promise<Knowledge> {
  const { dir, remove } = temporaryFolder('assistant-');
  const lake = await startLake({ port: 0, dir, projectId, dataset, writeToken });
  try {
    await importSeed(lake.url, { projectId, dataset, token: writeToken });
    Object.assign(process.env, {
      SANITY_PROJECT_ID: projectId,
      SANITY_DATASET: dataset,
      SANITY_API_HOST: lake.url,
    });
    const knowledge = await getKnowledge(() => undefined);
    if (!knowledge) throw new Error('The assistant is switched off in the seed.');
    return JSON.parse(JSON.stringify(knowledge)) as Knowledge;
  } finally {
    await lake.stop();
    remove();
  }
}

export interface Verdict {
  asked: Asked;
  /** Ids of what was answered, the first place first. */
  given: string[];
  right: boolean;
  /** A fact of the till that was not asked for. */
  wrongFact: boolean;
}

/** What is answered to a hundred questions, and what of it is right at the first place. */
export function evaluate(knowledge: Knowledge): Verdict[] {
  const answer = createAnswers(knowledge);
  return parentsAsk.map((asked) => judged(asked, givenBy(answer(asked.question))));
}

export const givenBy = ({ parts, person }: Plan): string[] =>
  person ? ['person'] : parts.map((part) => (part.kind === 'fact' ? factId(part.fact) : part.passage.id));

export function judged(asked: Asked, given: string[]): Verdict {
  const wanted = asked.all ?? [asked.right ?? []];
  const right = asked.all
    ? asked.all.every((one) => one.some((id) => given.includes(id)))
    : (asked.right ?? []).includes(given[0] ?? '');
  const facts = given.filter((id) => id.includes(':'));
  return { asked, given, right, wrongFact: facts.some((id) => !wanted.flat().includes(id)) };
}
