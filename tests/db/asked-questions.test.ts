/**
 * Tests that questions to the assistant are counted without their caller, and that only staff who write the answers
 * read them.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChinese } from '#contract/chinese-questions.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { chineseNames, illnessQuestions, plainQuestions } from '#support/assistant-questions.ts';
import { visitorAt } from '#support/sql-leads.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refusal, rpc, service, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.assistant_questions, public.rate_limits`);

type Role = keyof People['callers'];
const count = (question: unknown, outcome = 'nothing', page: string | null = null, who?: Caller) =>
  rpc<{ counted: boolean }>(db, who ?? people.callers.visitor, 'count_question', {
    p_question: question,
    p_outcome: outcome,
    p_page: page,
  });
const readQuestions = () =>
  db.sql<Record<string, unknown>[]>`select * from public.assistant_questions order by question`;

test('one question is stored in one row, however it is written, with its last outcome and page', async () => {
  await count('Got parking at  East Coast?', 'fact', 'https://site.test/camps?order=secret#x');
  await count('got parking at east coast', 'passage');
  const [row, ...others] = await readQuestions();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ question: 'got parking at east coast', times_asked: 2, outcome: 'passage' });
  // Nothing else about the question or its caller is stored.
  expect(Object.keys(row ?? {}).sort()).toEqual([
    'first_on',
    'last_on',
    'outcome',
    'page',
    'question',
    'times_asked',
  ]);
});

test('an unanswered question stays on the list until the next day, even if it is reported as answered', async () => {
  const outcome = async () => (await readQuestions())[0]?.['outcome'];
  await count('got lockers', 'nothing');
  await count('got lockers', 'written');
  expect(await outcome()).toBe('nothing');
  // On the next day the same question may report that an answer has been written since.
  await db.sql`update public.assistant_questions set last_on = last_on - 1, first_on = first_on - 1`;
  await count('got lockers', 'written');
  expect(await outcome()).toBe('written');
  await count('got lockers', 'nothing');
  expect(await outcome()).toBe('nothing');
});

test.each([
  'call me at 9123 4567 about camps',
  'my mail is mei@example.com',
  'nric S1234567D needed?',
  'can Ethan Tan born 3 May 2018 join',
  'dob 03/05/2018 which team',
  'my son Ethan is 8, which team',
  'her name is Mei Ling, which camp',
  'do you come to blk 123 #04-56',
  'password: hunter2',
  'is [hidden] coming to camp',
  'Is Ethan Tan booked for Epic?',
  'phone number of Mrs Lee',
  'daughter has epilepsy, can join?',
  'my son has cerebral palsy',
])('a question that looks personal is not stored: %s', async (question) => {
  expect(await count(question)).toEqual({ counted: false });
  expect(await readQuestions()).toEqual([]);
});

const characters = ['spark 营 camp', '⼈ camp', '々 camp', '〇 camp', '𠀀 camp', '﨑 camp'];
test.each([...illnessQuestions, ...chineseNames, ...characters])(
  'a question about an illness or in Chinese is not stored, and no model is asked: %s',
  async (question) => {
    expect(await count(question)).toEqual({ counted: false });
    expect(await readQuestions()).toEqual([]);
    const claim = rpc(db, service, 'claim_model_answer', {
      p_model: 'claude-haiku-5-5',
      p_input: 1,
      p_output: 1,
      p_question: question,
      p_headers: {},
    });
    expect(await claim).toEqual({ claim: null, why: 'somebody' });
  },
);

test('the browser and the database agree about which questions are in Chinese', async () => {
  const others = ['ひらがな camp', '한국어 camp', 'café camp', '、。 camp', ...plainQuestions];
  const rows = await db.sql<{ question: string; found: boolean }[]>`
    select question, private.has_chinese(question) as found
    from unnest(${[...characters, ...chineseNames, ...illnessQuestions, ...others]}::text[]) question`;
  for (const { question, found } of rows) expect.soft(found, question).toBe(hasChinese(question));
  expect(rows.filter(({ found }) => found).length).toBeGreaterThan(characters.length);
});

test.each(plainQuestions)('a harmless question is counted: %s', async (question) =>
  expect(await count(question)).toEqual({ counted: true }),
);

test.each([
  ['how much is spark camp', true],
  ['camps from 7 dec to 9 dec?', true],
  ['my 8 year old, which team', true],
  ['', false],
  ['12345', false],
  ['x'.repeat(201), false],
  [null, false],
])('the question %j is counted: %s', async (question, counted) =>
  expect(await count(question)).toEqual({ counted }),
);

test('a question with an unknown outcome is not counted, and an invalid page is left out', async () => {
  expect(await count('is lunch included', 'hacked')).toEqual({ counted: false });
  expect(await count('is lunch included', 'fact', 'javascript:alert(1)')).toEqual({ counted: true });
  expect(await readQuestions()).toMatchObject([{ page: null }]);
});

test('a script counts as one caller, and the number of different questions is limited', async () => {
  const caller = visitorAt('203.0.113.9');
  const answers: boolean[] = [];
  for (let nth = 0; nth < 122; nth++)
    answers.push((await count(`question ${nth} of many`, 'nothing', null, caller)).counted);
  expect(answers.filter(Boolean)).toHaveLength(120);
  await db.sql`
    insert into public.assistant_questions (question, outcome, first_on, last_on)
    select 'wording ' || n, 'nothing', private.calendar_today(), private.calendar_today() from generate_series(1, 2000) n`;
  expect(await count('one wording more')).toEqual({ counted: false });
  expect(await count('wording 7')).toEqual({ counted: true });
});

describe('the list of questions', () => {
  test.each(['visitor'] as const)('%s cannot call it', async (role) =>
    expect(await sqlState(rpc(db, people.callers[role], 'list_assistant_questions'))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
    expect(await refusal(rpc(db, people.callers[role], 'list_assistant_questions'))).toMatchObject({
      code: 'not_allowed',
    }),
  );
  test.each(['admin', 'business admin', 'service'] as const satisfies readonly Role[])(
    '%s sees the unanswered questions first, then the most frequent ones',
    async (role) => {
      await count('is lunch included', 'passage');
      await count('is lunch included', 'passage');
      await count('got parking', 'nothing');
      const rows = await rpc<{ question: string; times_asked: number }[]>(
        db,
        people.callers[role],
        'list_assistant_questions',
      );
      expect(rows.map(({ question, times_asked: asked }) => [question, asked])).toEqual([
        ['got parking', 1],
        ['is lunch included', 2],
      ]);
    },
  );
});

test('a question that nobody has asked for a long time is deleted', async () => {
  await count('got parking');
  await count('is lunch included');
  await db.sql`update public.assistant_questions set first_on = '2020-01-01', last_on = '2020-01-02' where question = 'got parking'`;
  await db.sql`select private.purge_assistant_questions()`;
  expect(await readQuestions()).toMatchObject([{ question: 'is lunch included' }]);
});
