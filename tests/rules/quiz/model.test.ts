import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { suggest, type Answer } from '#features/quiz/model.ts';

const answer = (teams: Answer['teams'], levels: Answer['levels'] = {}): Answer => ({ teams, levels });

it('the team and the level with the most points win', () => {
  expect(suggest([answer({ white: 10, red: 2 }, { spark: 4 }), answer({ red: 9 }, { ignite: 3 })])).toEqual({
    team: 'red',
    level: 'spark',
  });
});

it('the younger one wins a tie', () => {
  expect(suggest([answer({ black: 4, red: 4 }, { epic: 2, ignite: 2 })])).toEqual({
    team: 'red',
    level: 'ignite',
  });
});

it('there is no team without points', () => {
  expect(suggest([answer({ white: -100, red: null }, { fire: 10 })])).toEqual({
    team: 'none',
    level: 'fire',
  });
  expect(suggest([])).toEqual({ team: 'none', level: null });
});

interface Quiz {
  questions: { options: ({ _key: string } & Answer)[] }[];
}
it('the result keeps the skating level in the checkout’s terms, and drops unknown ones', () => {
  expect(suggest([answer({ red: 1 }), { ...answer({}), experience: 'turns' }])).toMatchObject({
    experience: 'turns',
  });
  expect(suggest([{ ...answer({ red: 1 }), experience: 'flies' }])).not.toHaveProperty('experience');
});

const seed = readFileSync('studio/seed/data.ndjson', 'utf8')
  .split('\n')
  .find((line) => line.includes('"_id":"quiz"'));
const { questions } = JSON.parse(seed ?? '{}') as Quiz;
const pick = (...keys: string[]) =>
  suggest(
    keys.map((key, index) => {
      const option = questions[index]?.options.find(({ _key }) => _key === key);
      if (!option) throw new Error(`No answer ${key} to question ${index + 1}`);
      return option;
    }),
  );

it.each([
  [['five', 'never', 'hug', 'watches', 'home'], 'white', 'spark', 'new'],
  [['seven', 'never', 'again', 'joins', 'home'], 'red', 'spark', 'new'],
  [['nine', 'wobbly', 'again', 'joins', 'friend'], 'red', 'ignite', 'wobbles'],
  [['eleven', 'turns', 'again', 'joins', 'packed'], 'black', 'epic', 'turns'],
  [['eleven', 'ramps', 'up', 'leads', 'packed'], 'x', 'epic', 'drops'],
  [['teen', 'never', 'up', 'leads', 'packed'], 'none', 'fire', 'new'],
])('the quiz of the seed with the answers %s gives %s, %s, %s', (keys, team, level, experience) => {
  expect(pick(...keys)).toEqual({ team, level, experience });
});
