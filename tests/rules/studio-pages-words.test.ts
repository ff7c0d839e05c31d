import { expect, test } from 'vitest';
import { findRepeated } from '#studio/schemaTypes/pages/one-of-each.ts';
import { placeholderProblem, typedFactProblem } from '#studio/schemaTypes/pages/placeholders.ts';

test.each([
  undefined,
  '',
  'One hour on the board.',
  'White {product}, {years} years, since {foundingYear}, {rating} from {families}, 1:{childrenPerCoach}',
  'Camp opens at {dayStart} and closes at {dayEnd}, not {usualStart} to {usualEnd}: {extraHours} more hours',
  '{fewestMissions} to {mostMissions} of {missions} missions, ages {campAges}, {groupSize} children',
])('placeholders of the settings are allowed in every text: %s', (text) => {
  expect(placeholderProblem(text)).toBeNull();
});

test('placeholders of a page are allowed on that page only', () => {
  expect(placeholderProblem('Early Bird {price} - Save {saving}!', ['price', 'saving'])).toBeNull();
  expect(placeholderProblem('Early Bird {price} - Save {saving}!', ['price'])).toContain(
    'This page can’t fill in {saving}. It can fill in {product},',
  );
  expect(placeholderProblem('From {price}')).toContain('can’t fill in {price}.');
});

test.each(['{Product}', '{ price }', '{}'])('the misspelt placeholder %s is refused', (text) => {
  expect(placeholderProblem(text, ['price'])).toContain(`can’t fill in ${text}.`);
});

test.each(['{price', 'price}', '{price}}'])('the single bracket in %s is refused', (text) => {
  expect(placeholderProblem(text, ['price'])).toBe(
    'A brace { or } has no partner. Add the other one or remove it.',
  );
});

test.each([
  ['Ten missions. One team.', '{mostMissions}'],
  ['18+ missions', '{missions}'],
  ['6 to 10 missions', '{fewestMissions}'],
  ['Five children to a coach', '{childrenPerCoach}'],
  ['One coach for five campers, always', '{childrenPerCoach}'],
  ['7.5 extra hours', '{extraHours}'],
  ['That is 7.5 hours more', '{extraHours}'],
  ['Four to six children in a group', '{groupSize}'],
  ['Holiday camps · ages 7–12', '{campAges}'],
])('a number that other texts have as well is reported: %s', (text, instead) => {
  expect(typedFactProblem(text)).toContain(instead);
});

test.each([
  undefined,
  '',
  'Mission two: find the heron',
  'A team of {childrenPerCoach}',
  'One hour, one coach',
  'Three camps',
])('a number that no other text has is not reported: %s', (text) => {
  expect(typedFactProblem(text)).toBeNull();
});

test('a repeated section is named once', () => {
  const [hero, booking] = [{ _type: 'homeHero' }, { _type: 'homeBooking' }];
  expect(findRepeated([hero, booking, hero, hero])).toEqual(['homeHero']);
  expect(findRepeated([hero, booking])).toEqual([]);
  expect(findRepeated(undefined)).toEqual([]);
});
