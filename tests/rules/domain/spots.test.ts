import { expect, it } from 'vitest';
import { spotsText } from '#domain/spots.ts';

it.each([
  [-1, 'FULLY BOOKED'],
  [0, 'FULLY BOOKED'],
  [1, '1 spot left'],
  [2, '2 spots left'],
])('%i spots beside a date read %s', (spotsLeft, text) => expect(spotsText(spotsLeft)).toBe(text));
