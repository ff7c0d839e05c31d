import { expect, test } from 'vitest';
import { twice } from '#studio/schemaTypes/pages/one-of-each.ts';
import { placeholderProblem } from '#studio/schemaTypes/pages/placeholders.ts';

test.each([
  undefined,
  '',
  'One hour on the board.',
  'White {product}, {years} years, since {foundingYear}, {rating} from {families}, 1:{childrenPerCoach}',
  'Camp opens at {dayStart} and closes at {dayEnd}',
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
    'A bracket { or } has no partner. Add the other one or remove it.',
  );
});

test('a repeated section is named once', () => {
  const [hero, booking] = [{ _type: 'homeHero' }, { _type: 'homeBooking' }];
  expect(twice([hero, booking, hero, hero])).toEqual(['homeHero']);
  expect(twice([hero, booking])).toEqual([]);
  expect(twice(undefined)).toEqual([]);
});
