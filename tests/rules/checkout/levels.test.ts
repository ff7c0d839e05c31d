import { experienceLevels } from '#contract/orders.ts';
import { expect, it } from 'vitest';
import { teamOfOtherLevel, withAges } from '#features/checkout/form/children/levels.ts';
import { levelMessages } from '#features/checkout/messages.ts';
import { subjectOfCart } from '#features/checkout/purchase/cart-subject.ts';
import { ofDraft } from '#features/checkout/purchase/subject.ts';
import { fieldMessages } from '#features/family/child/messages.ts';
import { cart } from '#support/unit/examples.ts';
import { draft, words } from '../../unit/checkout/examples.ts';

const findWarnedLevels = (team: string) =>
  experienceLevels.filter((level) => teamOfOtherLevel(level, { team }, words.teams) !== null);

it.each([
  ['white', ['turns', 'drops']],
  ['red', ['turns', 'drops']],
  ['black', ['new', 'wobbles', 'drops']],
] as const)('%s warns about other levels', (name, others) => expect(findWarnedLevels(name)).toEqual(others));

it('the warning finds the team by its id, whatever the class is called', () => {
  expect(teamOfOtherLevel('turns', { team: 'x' }, words.teams)?.minLevel).toBe(7);
  expect(teamOfOtherLevel('drops', { team: 'x' }, words.teams)).toBeNull();
});

it('there is no warning without an answer, for a camp, or for a class without a team', () => {
  expect(teamOfOtherLevel(undefined, { team: 'black' }, words.teams)).toBeNull();
  expect(teamOfOtherLevel('new', ofDraft(draft), words.teams)).toBeNull();
  expect(teamOfOtherLevel('new', { team: null }, words.teams)).toBeNull();
});

it('the warning names one level or several', () => {
  const team = { id: 'black', name: 'Black', minAge: 7, maxAge: 12, minLevel: 4, maxLevel: 6 };
  expect(levelMessages.other(team)).toContain('Black is for Levels 4 to 6. Another team may fit better');
  expect(levelMessages.other({ ...team, maxLevel: 4 })).toContain('Black is for Level 4. ');
});

it('a class without ages gets the team’s ages, and existing ages stay', () => {
  const { minAge: _min, maxAge: _max, ...bare } = subjectOfCart(cart());
  expect(withAges(bare, words.teams)).toMatchObject({ minAge: 7, maxAge: 10 });
  const levelWithAges = { ...bare, minAge: 3, maxAge: 4 };
  expect(withAges(levelWithAges, words.teams)).toEqual(levelWithAges);
  const { minAge: _from, maxAge: _to, ...camp } = ofDraft(draft);
  expect(withAges(camp, words.teams)).toEqual(camp);
});

it('the question about the level has the same answers as in the child’s profile', () => {
  expect(fieldMessages.levels).toEqual(levelMessages.levels);
  expect(fieldMessages.experience.label).toBe(`${levelMessages.question} (optional)`);
});
