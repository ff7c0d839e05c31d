/** Tests that the next build writes the assistant's settings in Studio to its file. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importSeed } from '#local/lake/import.ts';
import { startLake, type RunningLake } from '#local/lake/server.ts';
import { getKnowledge } from '#content/assistant/knowledge.ts';
import { createAnswers } from '#features/chat/assistant/answer.ts';
import { buildModelQuestion } from '#features/chat/assistant/model-answer.ts';
import { offersOfLake, serveOffers } from '#support/offers-double.ts';
import { dataset, editorClient, projectId, makeTemporaryFolder, writeToken } from '#support/lake.ts';

const folder = makeTemporaryFolder('assistant-content-');
let lake: RunningLake;
let checkout: { stop: () => void };
beforeAll(async () => {
  lake = await startLake({ port: 0, dir: folder.dir, projectId, dataset, writeToken });
  await importSeed(lake.url, { projectId, dataset, token: writeToken });
  const content = { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset, SANITY_API_HOST: lake.url };
  Object.assign(process.env, content);
  checkout = await serveOffers(() => offersOfLake(content));
});
afterAll(async () => {
  checkout.stop();
  await lake.stop();
  folder.remove();
});
beforeEach(() => editorClient(lake).patch('assistant').set({ enabled: true }).commit());

const read = async (model = false) => {
  const knowledge = await getKnowledge(() => undefined, model);
  if (!knowledge) throw new Error('It is switched on.');
  return knowledge;
};
const readParts = async (question: string) => createAnswers(await read())(question).parts;

test('the settings contain the phone number for emergencies', async () => {
  expect((await read()).dutyPhone).toBe('+65 8000 0995');
});

test('there is no knowledge file if the assistant is switched off', async () => {
  await editorClient(lake).patch('assistant').set({ enabled: false }).commit();
  expect(await getKnowledge(() => undefined)).toBeNull();
  await editorClient(lake).patch('assistant').set({ enabled: true }).commit();
  expect((await read()).words.disclosure).toContain('program');
});

test('the tone of the assistant is in the knowledge file only if there is a model', async () => {
  const tone = 'Calm, like a guide at dusk.';
  await editorClient(lake).patch('assistant').set({ voice: tone }).commit();
  expect(JSON.stringify(await read())).not.toContain(tone);
  expect((await read(true)).voice).toBe(tone);
});

const answer = { _id: 'answer-mosquitoes', _type: 'writtenAnswer', shown: true };

test('an answer written by marketing comes before the pages, is shown unchanged, and needs no model', async () => {
  const questions = ['Are there mosquitoes at East Coast?', 'Mosquito spray'];
  const text = 'Some at dusk. We have spray at the gate.';
  await editorClient(lake).createOrReplace({ ...answer, questions, answer: text });
  for (const question of ['are there mosquitoes at east coast', 'mosquito spray?'])
    expect(await readParts(question), question).toMatchObject([{ passage: { kind: 'written', text } }]);
  const knowledge = await read(true);
  const plan = createAnswers(knowledge)('mosquito spray?');
  expect(buildModelQuestion('mosquito spray?', plan, knowledge)).toBeNull();
  await editorClient(lake).createOrReplace({ ...answer, questions, answer: text, shown: false });
  expect(JSON.stringify(await readParts('mosquito spray?'))).not.toContain('at the gate');
});

test('a pinned text of the site answers marketing’s wording word for word, with its link', async () => {
  const [published] = (await read()).passages.filter(({ kind }) => kind === 'faq');
  if (!published) throw new Error('There are questions.');
  await editorClient(lake).createOrReplace({
    ...answer,
    questions: ['Will the otter bite my umbrella?'],
    pinned: { _type: 'reference', _ref: published.id },
  });
  const { title, text, href, where } = published;
  expect(await readParts('will the otter bite my umbrella')).toMatchObject([
    { passage: { title, text, href, where } },
  ]);
});
