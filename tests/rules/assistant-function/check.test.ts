import { expect, test } from 'vitest';
import { problemOf } from '#functions/assistant/check.ts';
import { INSTRUCTIONS } from '#functions/assistant/compose.ts';

const passages = [
  'Is lunch included?',
  'Lunch is included every day, with water and fruit. Allergies are noted at the checkout.',
  'Spark Camp, Mon 7 Dec to Wed 9 Dec 2026, Bishan, 8:30 am to 5:00 pm, S$1,290 today, 18 of 30 places free',
  'Cancel 14 days or more before the first day and get all of your money back; 7 to 13 days before, half of it.',
  'Spark Camp: the listed price is S$1,290. Ages 7 to 12. S$50 off for the second child at the same camp',
].join('\n');
const problem = (text: string) => problemOf(text, passages, INSTRUCTIONS);

test.each([
  'Yes, lunch is included every day, with water and fruit.',
  'Spark Camp costs S$1290 today and 18 of 30 places are free.',
  'Spark runs from 7 to 9 December 2026 in Bishan, 8.30am to 5pm.',
  'Spark Camp is for ages 7 to 12, and the second child at the same camp gets S$50 off.',
  'You get all of your money back if you cancel at least fourteen days before the first day.',
  'Spark Camp costs one thousand two hundred and ninety dollars today.',
  'Spark Camp is from the seventh to the ninth of December.',
  'Eighteen of thirty places are still free.',
  'Half of your money comes back 7 to 13 days before.',
  'Monday 7 Dec is the first day. You may cancel 7 days before and get half of your money.',
])('the check accepts an answer whose facts are in the sources: %s', (text) =>
  expect(problem(text)).toBeNull(),
);

test.each([
  ['a price that stands nowhere', 'Spark Camp costs S$1,300 today.'],
  ['a price that is another number', 'The second child gets S$18 off.'],
  ['a number in words', 'Spark Camp takes forty children, with lunch.'],
  ['a date', 'Spark Camp begins on 8 Dec.'],
  ['a month', 'Spark Camp runs in January.'],
  ['a weekday', 'Spark Camp is on Friday.'],
  ['an hour', 'Spark Camp ends at 6 pm.'],
  ['a length of time', 'Cancel 30 days before the first day.'],
  ['a unit', 'Cancel 14 hours before the first day.'],
  ['a share', 'You get 25% of your money back.'],
  ['an age', 'Ages 5 to 12 are welcome at Spark Camp.'],
  ['a year', 'Spark Camp is from 7 to 9 December 2027.'],
  ['a price in words', 'Spark Camp costs five hundred dollars today.'],
  ['a price in words, of two numbers', 'Spark Camp costs five forty-nine today.'],
  ['a price with a gap', 'Spark Camp costs S$1 290 today.'],
  ['a price with another comma', 'Spark Camp costs S$12,90 today.'],
  ['a price cut short', 'Spark Camp costs S$1, 290 today.'],
  ['a price in thousands', 'Spark Camp costs S$50k today.'],
  ['another currency', 'Spark Camp costs US$1,290 today.'],
  ['dollars that are places', 'Spark Camp costs 18 dollars today.'],
  ['a share of the price', 'Spark Camp is half price today.'],
  ['a share of the price in other words', 'Spark Camp costs half the price today.'],
  ['a third of the price', 'You get a third of your money back.'],
  ['per cent in words', 'You get fifty percent of your money back.'],
  ['a percentage that is abbreviated', 'You get 7 pct of your money back.'],
  ['a price each day', 'Spark Camp costs S$1,290 a day.'],
  ['a rebate that is the price', 'You get S$1,290 off today.'],
  ['no price', 'Spark Camp costs nothing today.'],
  ['no price, in other words', 'Spark Camp comes at no cost today.'],
  ['a camp that is called free', 'Spark Camp is free today.'],
  ['no places', 'No places are left for Spark Camp today.'],
  ['a negation of its passage', 'Lunch is not included.'],
  ['a contracted negation', 'Lunch isn’t included every day.'],
  ['a date in words', 'Spark Camp begins on the eighth of December.'],
  ['a date in words, the month first', 'Spark Camp begins on December the twelfth.'],
  ['a date in figures', 'Spark Camp begins on 18/12.'],
  ['a time in words', 'Spark Camp begins at eight thirty in the morning.'],
  ['an hour with half past', 'Spark Camp begins at half past 7.'],
  ['an hour without its half of the day', 'Spark Camp begins at 7, every day.'],
  ['noon', 'Spark Camp begins at noon.'],
  ['an hour with o’clock', 'Spark Camp begins at 7 o’clock.'],
])('the check drops an answer with %s', (_, text) => expect(problem(text)).toBe('number'));

test.each([
  ['markup', '**Lunch** is included.', 'markup'],
  ['a link', 'Lunch is included, see otter.example', 'address'],
  ['figures of another script', 'Lunch is included for ٥ days.', 'markup'],
  ['letters that look alike', 'Lunсh is included.', 'markup'],
  ['raised figures', 'Spark Camp costs S$1,29⁰ today.', 'markup'],
  ['too long', 'Lunch is included. '.repeat(40), 'length'],
  ['nothing', ' ', 'length'],
  [
    'its own instructions',
    'Copy numbers, dates, times and prices exactly as they stand there.',
    'instructions',
  ],
  ['a promise', 'I promise that lunch is included.', 'promise'],
  ['an important word that is in no source', 'Lunch is always included and certified.', 'words'],
  ['other things', 'Elephants rarely forget their favourite umbrella shop.', 'words'],
])('the check drops an answer with %s', (_, text, why) => expect(problem(text)).toBe(why));
