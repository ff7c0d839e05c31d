import { expect, test } from 'vitest';
import { problemOf } from '../../../supabase/functions/assistant/check.ts';
import { INSTRUCTIONS } from '../../../supabase/functions/assistant/compose.ts';

const given = [
  'Is lunch included?',
  'Lunch is included every day, with water and fruit. Allergies are noted at the checkout.',
  'Spark Camp, Mon 7 Dec to Wed 9 Dec 2026, Bishan, 8:30 am to 5:00 pm, S$1,290 today, 18 of 30 places free',
  'Cancel 14 days or more before the first day and get all of your money back; 7 to 13 days before, half of it.',
  'Spark Camp: the listed price is S$1,290. Ages 7 to 12. S$50 off for the second child at the same camp',
].join('\n');
const problem = (text: string) => problemOf(text, given, INSTRUCTIONS);

test.each([
  'Yes, lunch is included every day, with water and fruit.',
  'Spark Camp costs S$1290 today and 18 of 30 places are free.',
  'Spark runs from 7 to 9 December 2026 in Bishan, 8.30am to 5pm.',
  'Spark Camp is for ages 7 to 12, and the second child at the same camp gets S$50 off.',
  'You get all of your money back if you cancel at least fourteen days before the first day.',
  'Monday 7 Dec is the first day. You may cancel 7 days before and get half of your money.',
])('what stands in what was given is said: %s', (text) => expect(problem(text)).toBeNull());

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
])('dropped: %s', (_, text) => expect(problem(text)).toBe('number'));

test.each([
  ['markup', '**Lunch** is included.', 'markup'],
  ['a link', 'Lunch is included, see otter.example', 'address'],
  ['figures of another script', 'Lunch is included for ٥ days.', 'markup'],
  ['letters that look alike', 'Lunсh is included.', 'markup'],
  ['too long', 'Lunch is included. '.repeat(40), 'length'],
  ['nothing', ' ', 'length'],
  ['what it was told', 'Copy numbers, dates, times and prices exactly as they stand there.', 'instructions'],
  ['a promise', 'I promise that lunch is included.', 'promise'],
  ['a weighty word of its own', 'Lunch is always included and certified.', 'words'],
  ['other things', 'Elephants rarely forget their favourite umbrella shop.', 'words'],
])('dropped: %s', (_, text, why) => expect(problem(text)).toBe(why));
