import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { suggest, type Answer } from '#features/quiz/model.ts';

const answer = (teams: Answer['teams'], levels: Answer['levels'] = {}): Answer => ({ teams, levels });

it('the most points win, over all answers', () => {
  expect(suggest([answer({ white: 10, red: 2 }, { spark: 4 }), answer({ red: 9 }, { ignite: 3 })])).toEqual({
    team: 'red',
    level: 'spark',
  });
});

it('on a tie the younger one wins', () => {
  expect(suggest([answer({ black: 4, red: 4 }, { epic: 2, ignite: 2 })])).toEqual({
    team: 'red',
    level: 'ignite',
  });
});

it('without a point there is no team', () => {
  expect(suggest([answer({ white: -100, red: null }, { fire: 10 })])).toEqual({
    team: 'none',
    level: 'fire',
  });
  expect(suggest([])).toEqual({ team: 'none', level: null });
});

interface Quiz {
  questions: { options: ({ _key: string } & Answer)[] }[];
}
it('what was said of the board is kept as the checkout asks it, and nothing else is', () => {
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
])('the five questions of the seed: %s is %s, %s, %s', (keys, team, level, experience) => {
  expect(pick(...keys)).toEqual({ team, level, experience });
});
